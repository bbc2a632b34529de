package bot_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

func threaded() chat.Limits {
	l := limits
	l.Threads = true
	return l
}

// inNewThread sends an action, and again from a new thread if the answer opens one.
func (s *stage) inNewThread(t *testing.T, a chat.Action, thread string) (r chat.Response, opened bool) {
	t.Helper()
	r = s.do(t, a)
	if len(r.Effects) != 1 || r.Effects[0].Kind != chat.OpenThread {
		return r, false
	}
	a.Place.Thread = thread
	return s.do(t, a), true
}

func unthreaded(a chat.Action) chat.Action {
	a.CannotOpenThread = true
	return a
}

func TestBusyChannelOpensThreads(t *testing.T) {
	challenge := mentioning(typed("bo", "start"), "cy")
	pressing := press("bo", control.New("start", "anyone"))
	for name, c := range map[string]struct {
		running string // ana's first command
		action  chat.Action
		want    string // prefix of the shown text
		opened  bool
	}{
		"a game for everybody":          {"start", typed("bo", "start"), "bo opened a game", true},
		"twice by the same person":      {"start", typed("ana", "start"), "The game begins.", false},
		"against the bot":               {"start", typed("bo", "start bot"), "@bo (Black) against the bot", true},
		"a free seat":                   {"start", typed("bo", "start anyone"), "bo (", true},
		"a free seat, pressed":          {"start", pressing, "bo (", true},
		"votes":                         {"start", typed("bo", "start vote"), "bo started a vote", true},
		"a loaded game":                 {"start", typed("bo", "load f5d6"), "Loaded position", true},
		"a challenge":                   {"start", challenge, "@cy, bo challenges you.", true},
		"besides somebody who seeks":    {"start anyone", typed("bo", "start bot"), "@bo (Black) against the bot", true},
		"with whom could be played":     {"start anyone", typed("bo", "start"), "ana is looking for an opponent here", false},
		"besides one's own with a bot":  {"start bot", typed("ana", "start"), "You are playing the bot here", false},
		"where there is no thread":      {"start", unthreaded(typed("bo", "start")), "A game for everybody runs here", false},
		"a challenge without a thread":  {"start", unthreaded(challenge), "@cy, bo challenges you.", false},
		"what is refused in any thread": {"start", typed("bo", "start level:99"), "Levels run from", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, threaded())
			s.do(t, typed("ana", c.running))
			r, opened := s.inNewThread(t, c.action, "1")
			if text := r.Effects[0].Message.Text.String(); opened != c.opened || !strings.HasPrefix(text, c.want) {
				t.Errorf("a thread is opened: %t; the answer is %q", opened, text)
			}
		})
	}
}

func TestTenGamesInAChannel(t *testing.T) {
	s := newStage(t, threaded())
	s.MaxDuels = 0
	for n := range 10 {
		r, opened := s.inNewThread(t, typed(fmt.Sprint("p", n), "start vote"), fmt.Sprint("t", n))
		if opened != (n > 0) || r.Effects[0].Kind != chat.Post {
			t.Fatalf("game %d is begun in a thread: %t, by %v", n+1, opened, r.Effects)
		}
	}
	full := "10 games run in this channel, which is the limit. Watch or join one, or start in another channel.\n1. By votes, started by p0: move 1\n2. By votes, started by p1: move 1\n"
	for _, a := range []chat.Action{typed("ana", "start"), typed("ana", "start thread"), inThread(typed("ana", "start")), inThread(typed("ana", "load f5"))} {
		if text := whispered(t, s.do(t, a)); !strings.HasPrefix(text, full) || strings.Count(text, "\n") != 10 {
			t.Errorf("one more is refused by %q", text)
		}
	}
	r := s.do(t, typed("ana", "board"))
	list := r.Effects[len(r.Effects)-1].Message.Text
	if !strings.HasPrefix(list.String(), "Games in this channel:\n1. By votes, started by p0: move 1\n") || strings.Count(list.String(), "\n") != 10 {
		t.Errorf("the games are listed as %q", list)
	}
	var links []string
	for _, span := range list {
		if span.Link != nil {
			links = append(links, span.Link.Place.Thread)
		}
	}
	if r.Effects[0].Kind != chat.Post || len(links) != 10 || links[0] != "" || links[9] != "t9" {
		t.Errorf("the board is shown by %v, with links to %q", r.Effects[0].Kind, links)
	}
	s.do(t, ordered("stop")) // the channel's own game, stopped by a moderator
	if text := whispered(t, s.do(t, typed("ana", "board"))); strings.Count(text, "\n") != 9 {
		t.Errorf("without a game of its own the channel shows %q", text)
	}
	equal(t, "where a game has ended, a start does", s.do(t, typed("ana", "start")).Effects[0].Kind, chat.Post)
}

func TestMovesGoToTheirThread(t *testing.T) {
	s := newStage(t, threaded())
	s.do(t, typed("ana", "start vote"))
	s.inNewThread(t, typed("bo", "start bot"), "1")
	d3 := delivered("once", typed("bo", "d3"))
	r := s.do(t, d3)
	if r.Place.Thread != "1" || len(r.Effects) < 2 || r.Effects[0].Kind != chat.Whisper || r.Effects[1].Kind != chat.Post || r.Confirmation != nil {
		t.Fatalf("a move does %v in %v", r.Effects, r.Place)
	}
	says(t, r, "d3 played.\nbo – the bot: move 1")
	nothing(t, s.do(t, d3).Effects)
	if s.restart(); len(s.do(t, d3).Effects) > 0 {
		t.Errorf("delivered to another process, the action does something")
	}
}

// TestVotesFromTheChannelAreAnsweredInOwnLanguage checks a game in a thread.
func TestVotesFromTheChannelAreAnsweredInOwnLanguage(t *testing.T) {
	s := newStage(t, threaded())
	s.Words = twoLanguages()
	s.do(t, typed("ana", "start"))
	s.inNewThread(t, typed("bo", "start vote"), "1")
	s.do(t, ordered("stop"))
	s.do(t, typed("cy", "personal language:eo"))
	r := s.do(t, typed("cy", "d3"))
	if got := whispered(t, r); r.Place.Thread != "1" || strings.Contains(got, "vote") {
		t.Errorf("cy is told %q in %v", got, r.Place)
	}
}

// TestTypedMovesFindTheirGame checks random channels. If a square fits several games, the user must
// choose one by a button.
func TestTypedMovesFindTheirGame(t *testing.T) {
	cases := 2000
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		cases = 10_000
	case testing.Short():
		cases = 500
	}
	s := newStage(t, threaded())
	random := rand.New(rand.NewPCG(1, 1))
	var played, asked, refused int
	for n := range cases {
		h := hall{stage: s, random: random, channel: fmt.Sprint("c", n)}
		h.fill(t)
		actor := h.someone()
		square := h.square()
		move := typed(h.name(actor), square.String())
		move.Place.Channel = h.channel
		want := h.meant(actor, square)
		before := h.state(t)
		r := s.do(t, move)
		switch len(want) {
		case 1:
			played += h.check(t, n, before, want[0], actor, square)
		case 0:
			refused++
			h.check(t, n, before, 0, actor, square)
		default:
			h.check(t, n, before, 0, actor, square)
			able := h.able(want, actor, square)
			if len(able) == 0 {
				refused++
				continue
			}
			asked++
			var offered []game.ID
			var press []chat.Action
			for _, row := range r.Effects[0].Message.Controls {
				for _, b := range row.Buttons {
					a := move
					a.Tokens, a.Control = nil, b.Action
					press = append(press, a)
					id, _ := game.ParseID(strings.Split(b.Action, ":")[1])
					offered = append(offered, id)
				}
			}
			if !slices.Equal(sorted(offered), able) {
				t.Fatalf("case %d: %d games are offered, want %d: %v", n, len(offered), len(able), r.Effects)
			}
			i := random.IntN(len(press))
			s.do(t, press[i])
			h.check(t, n, before, offered[i], actor, square)
		}
	}
	t.Logf("of %d moves %d were played at once, %d asked for, %d refused; none in a wrong game", cases, played, asked, refused)
	if min(played, asked, refused) < cases/20 {
		t.Error("the cases prove little")
	}
}

var actors = []string{"ana", "bo", "cy", "den"}

func sorted(ids []game.ID) []game.ID { return slices.Sorted(slices.Values(ids)) }

type hall struct {
	*stage
	random  *rand.Rand
	channel string
	games   []game.Game
}

func (h *hall) name(p game.Player) string { return strings.TrimPrefix(string(p), "p/t/") }

func (h *hall) someone() game.Player {
	return game.Player(by(actors[h.random.IntN(len(actors))], "", "t").User.String())
}

func (h *hall) fill(t *testing.T) {
	for n := range 1 + h.random.IntN(5) {
		place := by("", h.channel, "t").Place
		if n > 0 || h.random.IntN(3) == 0 {
			place.Thread = fmt.Sprint(n)
		}
		at, id := game.Place(place.String()), game.ID(h.random.Uint64())
		var g game.Game
		switch white := h.someone(); h.random.IntN(4) {
		case 0:
			g = game.NewVote(id, at, h.someone(), rules.Black, game.DefaultWindow, h.now)
		case 1:
			g = game.NewOpen(id, at, h.someone(), h.now)
		default:
			g = game.NewDuel(id, at, h.opponent(white), white, rules.Black, h.now)
		}
		for range h.random.IntN(4) {
			legal := slices.Collect(g.Position().Legal().Squares())
			if next, _, err := g.Play(h.someone(), legal[h.random.IntN(len(legal))], h.now); err == nil {
				g = next
			}
		}
		room, _, err := h.Table.Load(t.Context(), at, "")
		if err == nil {
			_, err = h.Table.Do(t.Context(), room, game.Proposal{New: &g, Now: h.now})
		}
		noError(t, err)
		g.Version++
		h.games = append(h.games, g)
	}
}

func (h *hall) opponent(but game.Player) game.Player {
	for {
		if p := h.someone(); p != but {
			return p
		}
	}
}

func (h *hall) square() rules.Square {
	legal := slices.Collect(h.games[h.random.IntN(len(h.games))].Position().Legal().Squares())
	if h.random.IntN(6) == 0 || len(legal) == 0 {
		return rules.Square(h.random.IntN(64))
	}
	return legal[h.random.IntN(len(legal))]
}

// meant finds the games that a square, even an illegal one, can be for, by trying all moves.
func (h *hall) meant(actor game.Player, square rules.Square) (ids []game.ID) {
	var now, all []game.ID
	for _, g := range h.games {
		own := slices.ContainsFunc(g.Seats, func(s game.Seat) bool { return s.Player == actor })
		any := g.Mode == game.Voted
		for s := range rules.Square(64) {
			_, _, err := g.Play(actor, s, h.now)
			any = any || err == nil
			if err == nil && own && s == square {
				now = append(now, g.ID)
			}
		}
		if own || any {
			all = append(all, g.ID)
		}
	}
	if len(now) > 0 {
		return now
	}
	return all
}

func (h *hall) able(ids []game.ID, actor game.Player, square rules.Square) (able []game.ID) {
	for _, g := range h.games {
		_, _, err := g.Play(actor, square, h.now)
		votes := g.Mode == game.Voted && g.Position().Legal().Has(square)
		if slices.Contains(ids, g.ID) && (err == nil || votes) {
			able = append(able, g.ID)
		}
	}
	return sorted(able)
}

func (h *hall) state(t *testing.T) map[game.ID]string {
	t.Helper()
	state := make(map[game.ID]string)
	for _, g := range h.games {
		now, _, err := h.Table.FindGame(t.Context(), g.Place, g.ID)
		noError(t, err)
		votes, err := h.store.Votes(t.Context(), g.ID, now.Turn, now.Turn)
		noError(t, err)
		state[g.ID] = fmt.Sprint(rules.FormatTranscript(now.Moves), " ", now.LastMover(), " ", votes)
	}
	return state
}

// check fails if the move has changed another game, or the meant game in an unexpected way. It returns 1
// if the move was played.
func (h *hall) check(t *testing.T, n int, before map[game.ID]string, meant game.ID, actor game.Player, square rules.Square) int {
	t.Helper()
	after, played := h.state(t), 0
	for _, g := range h.games {
		next, _, err := g.Play(actor, square, h.now)
		want := before[g.ID]
		switch legal := g.Position().Legal().Has(square); {
		case g.ID != meant:
		case g.Mode == game.Voted && legal:
			if votes, _ := h.store.Votes(t.Context(), g.ID, g.Turn, g.Turn); len(votes) != 1 || votes[0].Voter != actor || votes[0].Square != square {
				t.Fatalf("case %d: %s votes for %v: %v", n, actor, square, votes)
			}
			want, played = after[g.ID], 1
		case err == nil:
			want, played = fmt.Sprint(rules.FormatTranscript(next.Moves), " ", actor, " []"), 1
		}
		if after[g.ID] != want {
			t.Fatalf("case %d: %v by %s changes game %v from %q to %q, want %q", n, square, actor, g.ID, before[g.ID], after[g.ID], want)
		}
	}
	return played
}
