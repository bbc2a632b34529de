package app

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/words"
)

// answered is how long people wait for an answer at most.
const answered = 5 * time.Second

// deed is something that somebody does while the store is in trouble.
type deed struct {
	before []string
	does   string // after the name of who does it
	claim  string // in what people see if it was done
	done   string // the game's moves then
	undone string // and else; "none": there is no game
}

var deeds = map[string]deed{
	"a move":  {[]string{"ana: start"}, "ana: move square:d3", played("ana", "d3", "d4"), "d3", ""},
	"a press": {[]string{"ana: start"}, "ana: [d3]", played("ana", "d3", "d4"), "d3", ""},
	"a start": {nil, "ana: start", sentence(words.Opened{Player: called("ana")}), "", "none"},
	"an undo": {[]string{"ana: start", "ana: move square:d3"}, "ana: undo", sentence(words.TookBack{Player: called("ana"), Moves: []rules.Square{square("d3")}}), "", "d3"},
}

// What people are told in the end.
var (
	sayDone    []words.Message // what they asked for
	sayUnsaved = []words.Message{words.NotSaved{}, words.MoveNotSaved{}}
	sayUnknown = []words.Message{words.MaybeSaved{}}
	sayFailed  = []words.Message{words.WentWrong{}}
)

var troubles = map[string]struct {
	trouble
	says   []words.Message // one of them
	stored bool
}{
	"late":                      {trouble{commit: late}, sayDone, true},
	"lost once":                 {trouble{commit: lost}, sayDone, true},
	"full":                      {trouble{full: true}, sayUnsaved, false},
	"lost, and full":            {trouble{commit: lost, full: true}, sayUnknown, false}, // for it may come yet
	"lost, and down":            {trouble{commit: lost, down: true}, sayUnknown, false},
	"made, and not heard of":    {trouble{commit: unheard}, sayDone, true},
	"made, and down":            {trouble{commit: unheard, down: true}, sayUnknown, true},
	"made twice":                {trouble{commit: muchLater}, sayDone, true},
	"much later":                {trouble{commit: muchLater, down: true}, sayUnknown, true},
	"read late":                 {trouble{load: late}, sayDone, true},
	"not read":                  {trouble{load: lost}, sayFailed, false},
	"messages noted late":       {trouble{note: late}, sayDone, true},
	"messages not noted at all": {trouble{note: lost}, sayDone, true},
}

// TestStall has people act while the store hangs. All have an answer within five
// seconds, before which they may be told to wait, and nobody is told of what is
// not stored. In the end the games are as they were told.
func TestStall(t *testing.T) {
	for platform, meet := range bothPlatforms {
		for what, trouble := range troubles {
			for name, d := range deeds {
				if testing.Short() && name != "a press" {
					continue
				}
				t.Run(strings.Join([]string{platform, what, name}, "/"), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						s := newStalled(t, meet)
						s.live(d, trouble.trouble, trouble.says, trouble.stored)
					})
				})
			}
		}
	}
}

// stalled is a meeting with a store that gets into trouble.
type stalled struct {
	meeting
	t     *testing.T
	store *stalling
	games game.Ports
}

func newStalled(t *testing.T, meet func(*testing.T) (meeting, func())) *stalled {
	s := &stalled{t: t, store: &stalling{Store: store.NewMemory(keeping)}}
	s.games = game.PortsOf(s.store, keeping)
	s.meeting = meetOver(t, s.games, nil, meet)
	return s
}

// live has somebody do something in times of trouble.
func (s *stalled) live(d deed, now trouble, says []words.Message, stored bool) {
	for _, line := range d.before {
		s.says(s.t, line)
	}
	claims := s.claims(d)
	s.store.is(now)
	began := time.Now()
	s.promptly(d.does)
	s.promptly("cy: check square:d3")
	time.Sleep(time.Until(began.Add(answered)))
	synctest.Wait()
	s.told(claims, d, says)
	for time.Since(began) < 4*stall {
		if s.claims(d) > claims && s.moves() != d.done {
			s.t.Fatalf("after %v people see\n%s\nand stored is %q", time.Since(began), s.screen(), s.moves())
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if time.Since(began) > 3*stall {
			s.look()
		}
	}
	s.store.is(trouble{})
	time.Sleep(stall)
	synctest.Wait()
	s.agrees(d, claims, says, stored)
}

// look has the bot read how things stand, as it does whenever somebody else acts.
// Nobody waits for the store any more.
func (s *stalled) look() {
	s.t.Helper()
	if s.store.waitedFor() {
		s.t.Fatal("a change is waited for as if for ever")
	}
	_, _, _ = s.games.Table.Load(s.t.Context(), game.Place(s.Place().String()), "") // the store may be down
}

// promptly has somebody do something, who has an answer in time, or is told to
// wait.
func (s *stalled) promptly(line string) {
	s.t.Helper()
	began := time.Now()
	s.says(s.t, line)
	if took := time.Since(began); took >= 2*time.Second {
		s.t.Errorf("%q is answered after %v", line, took)
	}
}

// claims counts the messages that say that it was done, as who did it sees them.
func (s *stalled) claims(d deed) (n int) {
	for _, m := range s.Seen("ana") {
		if strings.Contains(inWords(m.Text), d.claim) {
			n++
		}
	}
	return n
}

// moves are those of the running game, as the store has them.
func (s *stalled) moves() string {
	s.t.Helper()
	room, _, err := s.store.Store.Load(s.t.Context(), game.Place(s.Place().String()), "")
	if err != nil {
		s.t.Fatal(err)
	}
	if room.Active == nil {
		return "none"
	}
	return rules.FormatTranscript(room.Active.Moves)
}

// told fails the test unless people were told of a deed what they should be.
func (s *stalled) told(claims int, d deed, says []words.Message) {
	s.t.Helper()
	seen := s.screen()
	said := func(m words.Message) bool { return strings.Contains(seen, sentence(m)) }
	switch {
	case says == nil && s.claims(d) == claims:
		s.t.Errorf("nobody is told that it was done:\n%s", seen)
	case says != nil && !slices.ContainsFunc(says, said):
		s.t.Errorf("nobody is told %T:\n%s", says[0], seen)
	case says != nil && s.claims(d) > claims:
		s.t.Errorf("people are told that it was done:\n%s", seen)
	}
}

// agrees compares what people see in the end, what is stored, and what the bot
// says when it is asked.
func (s *stalled) agrees(d deed, claims int, says []words.Message, stored bool) {
	s.t.Helper()
	want := d.undone
	if stored {
		want = d.done
	}
	if got := s.moves(); got != want {
		s.t.Errorf("stored is %q, want %q", got, want)
	}
	if says != nil { // else they were told, and the message may have been drawn again since, with what stands
		s.told(claims, d, says)
	}
	room, _, err := s.games.Table.Load(s.t.Context(), game.Place(s.Place().String()), "")
	if err != nil {
		s.t.Fatal(err)
	}
	got := "none"
	if room.Active != nil {
		got = rules.FormatTranscript(room.Active.Moves)
	}
	if got != want {
		s.t.Errorf("the bot takes the game to be %q, and stored is %q", got, want)
	}
}
