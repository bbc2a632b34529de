package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/bot/control"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/store"
	"othellobot/words/wordstest"
)

// TestMonth has 200 people live in a channel for a month, in which two processes share the
// games, and holds what the bot says there against what people can bear.
//
// Who plays has asked to be mentioned when it is their turn, and who pressed [Tell me] when a
// round of votes begins; a challenge is a mention by whoever challenges. All else, a call to
// those who pressed [I'd play] included, is taken as not asked for, and comes twice a day at
// most. An edit notifies nobody: so it newly mentions only who is to move and is reminded in
// time.
func TestMonth(t *testing.T) {
	days := 30
	if testing.Short() {
		days = 9
	}
	m := newMonth(t, 200)
	m.do("mod", channelOf, "settings puzzle:09:00 zone:rome digest:on")
	for day := range days {
		m.live(day)
	}
	m.report(days)
}

// channelOf is the place where it all happens.
var channelOf = by("", "c", "t").Place

// monthBegan is when the month begins.
var monthBegan = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// month is a channel, its platform, and the two processes of the bot that serve it.
type month struct {
	t         *testing.T
	now       time.Time
	random    *rand.Rand
	processes [2]*instance
	people    []resident
	weights   int   // of all people
	later     []act // in the order of their times

	messages []*posting
	named    map[chat.MessageRef]*posting
	slots    map[chat.Shown]*posting // by all but the version
	wishes   map[string]bool         // who has pressed what only needs one press
	threads  int
	acts     int

	posted, edited, inThreads int
	puzzles, weeks            []time.Time
	puzzle                    *posting // the newest
	mentions                  []mention
}

// instance is one process of the bot.
type instance struct {
	m      *month
	bot    *bot.Bot
	runner *runner.Runner
	seed   uint64
	dying  bool // nothing is heard of what it sends any more
}

// resident is somebody who comes to the channel at the hours of the day in their zone.
type resident struct {
	name   string
	zone   int // hours
	weight int
}

// act is something that happens at a time.
type act struct {
	at time.Time
	do func()
}

// posting is a message in the channel or one of its threads.
type posting struct {
	place    chat.Place
	ref      chat.MessageRef
	shows    chat.Shown
	controls []string
	mentions []string
}

// mention is one person notified once.
type mention struct {
	who, why string
	game     game.ID
	at       time.Time
}

func newMonth(t *testing.T, people int) *month {
	m := &month{
		t: t, now: monthBegan, random: rand.New(rand.NewPCG(3, 200)),
		named: map[chat.MessageRef]*posting{}, slots: map[chat.Shown]*posting{}, wishes: map[string]bool{},
	}
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}
	memory := store.NewMemory(timing)
	for n := range m.processes {
		p := &instance{m: m, seed: uint64(n)}
		p.start(bot.Config{
			Words: wordstest.Quoted(), Ports: game.PortsOf(memory, timing), Engine: bottest.Guesser{}, Puzzle: stock,
			Limits: map[string]chat.Limits{"p": threaded()}, Clock: clock(func() time.Time { return m.now }),
			IdleExpiry: timing.IdleExpiry, MaxDuels: 20, Log: slog.New(slog.DiscardHandler),
		})
		m.processes[n] = p
	}
	for n := range people {
		r := resident{fmt.Sprint("p", n), []int{-5, 1, 9}[n%3], 1 + 400/(n+20)}
		m.people, m.weights = append(m.people, r), m.weights+r.weight
	}
	return m
}

// start starts the process, for the first time or again.
func (p *instance) start(c bot.Config) {
	p.seed += 2
	c.Seed = p.seed
	p.bot, p.dying = bot.New(c), false
	p.runner = p.bot.Runner(map[string]chat.Poster{"p": p}, c.Log)
}

// Deliver implements [chat.Poster].
func (p *instance) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	p.show(cmp.Or(r.Place, place), "", r.Effects)
}

// Capacity implements [chat.Poster].
func (*instance) Capacity() int { return 64 }

// live lets a day pass. On it a process dies with what it has just sent, every other day when
// the puzzle comes, and is replaced.
func (m *month) live(day int) {
	begin := monthBegan.AddDate(0, 0, day)
	for hour := range 24 {
		for _, r := range m.people {
			awake := []int{0, 1, 2, 3}[(hour+r.zone+24)%24/6]
			if m.random.IntN(15*m.weights/len(m.people)) < awake*r.weight {
				m.at(begin.Add(time.Duration(hour)*time.Hour+time.Duration(m.random.IntN(3600))*time.Second), func() { m.visit(r.name) })
			}
		}
	}
	dies := time.Duration(m.random.IntN(86400)) * time.Second
	if day%2 == 0 {
		dies = 8*time.Hour - time.Second
	}
	m.at(begin.Add(dies), func() {
		p := m.processes[m.random.IntN(2)]
		p.dying = true
		m.at(m.now.Add(30*time.Second), func() { p.start(p.bot.Config) })
	})
	m.until(begin.AddDate(0, 0, 1))
}

// at has something happen.
func (m *month) at(at time.Time, do func()) {
	n, _ := slices.BinarySearchFunc(m.later, at, func(a act, at time.Time) int {
		return cmp.Or(a.at.Compare(at), -1)
	})
	m.later = slices.Insert(m.later, n, act{at, do})
}

// until does what happens before a time, the clock's part included.
func (m *month) until(end time.Time) {
	for len(m.later) > 0 && m.later[0].at.Before(end) {
		next := m.later[0]
		m.later = m.later[1:]
		m.wait(next.at)
		next.do()
	}
	m.wait(end)
}

// wait has one of the processes do what falls due, and the other one look for what is left.
func (m *month) wait(end time.Time) {
	first := m.random.IntN(2)
	if err := m.processes[first].runner.Wait(m.t.Context(), end, func(at time.Time) { m.now = at }); err != nil {
		m.t.Fatal(err)
	}
	if err := m.processes[1-first].runner.Settle(m.t.Context()); err != nil {
		m.t.Fatal(err)
	}
}

// one in so many times it is so.
func (m *month) one(in int) bool { return m.random.IntN(in) == 0 }

// visit has somebody come by, look around, and do what they feel like.
func (m *month) visit(who string) {
	m.solve(who)
	running, err := m.processes[0].bot.Rooms.RunningIn(m.t.Context(), game.Place(channelOf.String()), 20)
	if err != nil {
		m.t.Fatal(err)
	}
	me := game.Player(by(who, "c", "t").User.String())
	challenges := m.room(channelOf).Challenges
	for _, u := range running {
		at, err := chat.ParsePlace(string(u.Game.Place))
		if err != nil {
			m.t.Fatal(err)
		}
		m.join(who, me, at, u.Game)
		if at != channelOf {
			challenges = append(slices.Clone(challenges), m.room(at).Challenges...)
		}
	}
	for _, c := range challenges {
		if _, mine := c.Side(me); mine && c.Starter != me && c.Phase == game.Challenged {
			m.press(who, c.ID, []string{"accept", "accept:rated", "decline"}[m.random.IntN(3)])
		}
	}
	if m.one(45) {
		m.begin(who, slices.ContainsFunc(running, func(u game.Unfinished) bool { return u.Game.Mode == game.Voted }))
	}
}

// begin has somebody begin something, but no second vote.
func (m *month) begin(who string, voting bool) {
	switch n := m.random.IntN(12); {
	case n == 0:
		m.do(who, channelOf, "start")
	case n == 1:
		m.do(who, channelOf, "start bot")
	case n < 4 && !voting:
		m.do(who, channelOf, "start vote 4h")
	case n < 9:
		m.do(who, channelOf, "start anyone")
	default:
		challenge := typed(who, "start")
		challenge.Words = append(challenge.Words, chat.Word{Kind: chat.MentionsPerson, User: by(m.people[m.random.IntN(len(m.people)/4)].name, "c", "t").User})
		m.act(challenge)
	}
}

// join has somebody take part in a running game, or not.
func (m *month) join(who string, me game.Player, at chat.Place, g game.Game) {
	_, seated := g.Side(me)
	legal := slices.Collect(g.Position().Legal().Squares())
	if len(legal) == 0 {
		return
	}
	square := legal[m.random.IntN(len(legal))]
	switch {
	case g.Mode == game.Voted:
		if m.one(2) {
			m.press(who, g.ID, "vote:"+square.String())
			if round := fmt.Sprint(who, " follows ", g.ID); m.one(25) || m.wishes[round] && m.one(4) {
				m.wishes[round] = !m.wishes[round]
				m.press(who, g.ID, "follow")
			}
			if m.one(10) {
				m.press(who, g.ID, "goon")
			}
		}
	case g.SeatFree() && !seated:
		if m.one(4) {
			m.press(who, g.ID, "join")
		} else if m.one(3) {
			m.press(who, g.ID, "standby")
		}
	case g.MayPlay(me, m.now) != nil || !seated && !m.one(6):
	case m.one(2):
		m.do(who, at, square.String())
		m.answered(me, at, g)
	default:
		m.press(who, g.ID, "move:"+square.String())
		m.answered(me, at, g)
	}
}

// answered has the other player answer a move at once, if they happen to be there.
func (m *month) answered(me game.Player, at chat.Place, g game.Game) {
	for _, seat := range g.Seats {
		if other, err := chat.ParseUserID(string(seat.Player)); err == nil && seat.Player != me && m.random.IntN(3) > 0 {
			m.at(m.now.Add(time.Duration(5+m.random.IntN(100))*time.Second), func() {
				if now, found := m.room(at).Find(g.ID); found && now.Phase == game.Playing {
					m.join(other.ID, seat.Player, at, now)
				}
			})
		}
	}
}

// solve has somebody try the puzzle of the day twice, and now and then share what came of it.
func (m *month) solve(who string) {
	if m.puzzle == nil || !m.one(4) {
		return
	}
	for range 2 {
		posed := m.act(m.pressing(who, m.puzzle, m.puzzle.controls[0]))
		deeds := controlsOf(posed.Effects[0].Message)
		if !m.one(8) {
			deeds = slices.DeleteFunc(deeds, func(text string) bool { return strings.HasSuffix(text, ":share") })
		}
		if len(deeds) > 0 {
			a := m.pressing(who, m.puzzle, deeds[m.random.IntN(len(deeds))])
			a.Message = "" // only they see it
			m.act(a)
		}
	}
}

// press has somebody press a control of a game where it stands last, if it does.
func (m *month) press(who string, id game.ID, what string) {
	for n := len(m.messages) - 1; n >= max(0, len(m.messages)-300); n-- {
		p := m.messages[n]
		for _, text := range p.controls {
			c, err := control.Parse(text)
			said := strings.TrimSuffix(c.Verb+":"+c.Arg, ":")
			if err == nil && said == what && shownGame(p.shows) == id {
				m.act(m.pressing(who, p, text))
				return
			}
		}
	}
}

func (m *month) pressing(who string, p *posting, text string) chat.Action {
	a := by(who, "c", "t")
	a.Place, a.Message, a.Control = p.place, p.ref, text
	return a
}

// shownGame is the game that a message shows.
func shownGame(s chat.Shown) game.ID {
	id, err := game.ParseID(string(s.Game))
	if err != nil {
		return 0
	}
	return id
}

// do has somebody type something.
func (m *month) do(who string, at chat.Place, words string) {
	a := typed(who, words)
	a.Place, a.Moderator = at, who == "mod"
	m.act(a)
}

// act has one of the processes answer, and now and then the other one, too, to which the
// platform has delivered the same.
func (m *month) act(a chat.Action) chat.Response {
	m.acts++
	a.Delivery = chat.Delivery(fmt.Sprint(m.acts))
	p := m.random.IntN(2)
	r := m.processes[p].answer(a)
	if m.one(20) {
		m.processes[1-p].answer(a)
	}
	return r
}

func (p *instance) answer(a chat.Action) chat.Response {
	r, err := p.bot.Handle(p.m.t.Context(), a)
	if err != nil || r.Trouble != chat.NoTrouble {
		p.m.t.Fatalf("%+v: trouble %d, %v", a, r.Trouble, err)
	}
	if len(r.Effects) == 1 && r.Effects[0].Kind == chat.OpenThread && a.Place.Thread == "" {
		p.m.threads++
		a.Place.Thread = fmt.Sprint("thread", p.m.threads)
		return p.answer(a)
	}
	p.show(cmp.Or(r.Place, a.Place), a.Message, r.Effects)
	return r
}

// show carries effects out, as the platform does, and reports what came of them.
func (p *instance) show(place chat.Place, acted chat.MessageRef, effects []chat.Effect) {
	m := p.m
	for _, e := range effects {
		at := place
		if e.Shows.Place != (chat.Place{}) {
			at = e.Shows.Place
		}
		var ref chat.MessageRef
		switch e.Kind {
		case chat.Show:
			drawn, err := p.bot.Draw(m.t.Context(), e)
			if err != nil {
				m.t.Fatal(err)
			}
			p.show(at, acted, drawn.Effects)
			continue
		case chat.Post, chat.Ping:
			ref = m.post(at, e)
		case chat.Edit:
			if ref = cmp.Or(e.Ref, acted); ref == "" {
				continue // of what only the actor sees
			}
			m.edit(ref, e)
		case chat.Collapse:
			e.Message = chat.Message{Text: e.Message.Text}
			m.edit(e.Ref, e)
			continue
		case chat.Remove:
			delete(m.named, e.Ref)
			continue
		default:
			continue
		}
		if e.Shows.Slot == chat.SlotNone || p.dying {
			continue
		}
		next, err := p.bot.Sent(m.t.Context(), e.Shows, chat.Outcome{Ref: ref})
		if err != nil {
			m.t.Fatal(err)
		}
		p.show(at, "", next.Effects)
	}
}

// post puts a message up, unless it is one that the platform knows to be there.
func (m *month) post(at chat.Place, e chat.Effect) chat.MessageRef {
	key := e.Shows
	key.Version = 0
	if old := m.slots[key]; old != nil && e.Shows.Slot != chat.SlotNone {
		if !e.Redraw {
			m.t.Errorf("%+v is posted twice", e.Shows)
		}
		old.controls = controlsOf(e.Message)
		return old.ref
	}
	p := &posting{place: at, ref: chat.MessageRef(fmt.Sprint("m", len(m.messages))), shows: e.Shows}
	p.controls, p.mentions = controlsOf(e.Message), mentionedIn(e.Message)
	m.messages, m.named[p.ref], m.slots[key] = append(m.messages, p), p, p
	if at == channelOf {
		m.posted++
	} else {
		m.inThreads++
	}
	switch e.Shows.Slot {
	case chat.SlotPuzzle:
		m.puzzles, m.puzzle = append(m.puzzles, m.now), p
	case chat.SlotWeek:
		m.weeks = append(m.weeks, m.now)
	}
	for _, who := range p.mentions {
		why := m.why(e, who)
		if why == otherwise {
			m.t.Errorf("%s is mentioned, and nobody knows why: %+v %s", who, e.Shows, e.Message.Text)
		}
		m.mentions = append(m.mentions, mention{who, why, shownGame(e.Shows), m.now})
	}
	return p.ref
}

// edit changes a message, which tells nobody anything: whom it newly mentions is to move, and
// is reminded soon.
func (m *month) edit(ref chat.MessageRef, e chat.Effect) {
	p := m.named[ref]
	if p == nil {
		m.t.Errorf("%+v edits %q, which is not there", e.Shows, ref)
		return
	}
	m.edited++
	now := mentionedIn(e.Message)
	for _, who := range now {
		if slices.Contains(p.mentions, who) {
			continue
		}
		if why := m.why(e, who); why != ownTurn {
			m.t.Errorf("an edit newly mentions %s (%s): %s", who, why, e.Message.Text)
			continue
		}
		m.owe(who, e)
	}
	p.controls, p.mentions = controlsOf(e.Message), now
	if e.Shows.Slot != chat.SlotNone {
		p.shows = e.Shows
	}
}

// owe holds the bot to it that somebody is told in time of what an edit said, but who plays
// the bot, which answers while they look.
func (m *month) owe(who string, e chat.Effect) {
	id, at, since := shownGame(e.Shows), e.Shows.Place, m.now
	then, _ := m.room(at).Find(id)
	if then.AgainstEngine() {
		return
	}
	m.at(since.Add(game.PingDelay+time.Second), func() {
		now, found := m.room(at).Find(id)
		if !found || now.Phase != game.Playing || now.Turn != then.Turn {
			return
		}
		if !slices.ContainsFunc(m.mentions, func(x mention) bool { return x.who == who && x.game == id && !x.at.Before(since) }) {
			m.t.Errorf("%s is told by an edit alone: %s", who, e.Message.Text)
		}
	})
}

// room is the channel or a thread as it stands.
func (m *month) room(at chat.Place) game.Room {
	room, _, err := m.processes[0].bot.Table.Load(m.t.Context(), game.Place(at.String()), "")
	if err != nil {
		m.t.Fatal(err)
	}
	return room
}

// Why people are mentioned.
const (
	ownTurn    = "own turn"
	ownRound   = "asked for rounds"
	challenged = "challenged"
	calledOut  = "called for a game"
	mayClaim   = "may claim the win"
	otherwise  = "otherwise"
)

// why says why a message mentions somebody.
func (m *month) why(e chat.Effect, who string) string {
	g, found := m.room(e.Shows.Place).Find(shownGame(e.Shows))
	me := game.Player(by(who, "c", "t").User.String())
	side, seated := g.Side(me)
	switch {
	case !found:
		return otherwise
	case g.Phase == game.Challenged && seated && g.Starter != me:
		return challenged
	case g.Phase == game.Playing && seated && side == g.Position().ToMove:
		return ownTurn
	case g.Phase == game.Playing && seated:
		return mayClaim
	case g.Mode == game.Voted && g.Follows(me):
		return ownRound
	case g.SeatFree() && !seated:
		return calledOut
	default:
		return otherwise
	}
}

// mentionedIn are those whom a message notifies.
func mentionedIn(message chat.Message) (people []string) {
	for _, text := range append([]chat.Text{message.Text, message.Aside}, message.Footers...) {
		for _, s := range text {
			if s.Kind == chat.SpanMention && !slices.Contains(people, s.User.ID) {
				people = append(people, s.User.ID)
			}
		}
	}
	return people
}

// controlsOf are the controls of a message.
func controlsOf(message chat.Message) (all []string) {
	for _, row := range message.Controls {
		for _, b := range row.Buttons {
			all = append(all, b.Action)
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				all = append(all, o.Action)
			}
		}
	}
	return all
}

// report tells what the month was like, and what must not have been.
func (m *month) report(days int) {
	t, whys := m.t, map[string]int{}
	perDay, perWeek, challenges, unasked := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, x := range m.mentions {
		day := int(x.at.Sub(monthBegan) / (24 * time.Hour))
		on := fmt.Sprint(x.who, " on day ", day)
		whys[x.why]++
		perDay[on]++
		perWeek[fmt.Sprint(x.who, " in week ", day/7)]++
		switch x.why {
		case ownTurn, ownRound:
		case challenged:
			challenges[on]++
		default:
			unasked[on]++
		}
	}
	if most := most(unasked); most > 2 {
		t.Errorf("somebody is mentioned %d times a day without having asked for it", most)
	}
	m.came("puzzle", m.puzzles, 1, 1, days)
	m.came("week", m.weeks, 5, 7, (days+2)/7) // the first Monday is the fifth
	ended, err := m.processes[0].bot.Agenda.Ended(t.Context(), game.Place(channelOf.String()), monthBegan, m.now, 500)
	if err != nil {
		t.Fatal(err)
	}
	played := slices.DeleteFunc(ended, func(g game.Game) bool { return g.Result.Reason != game.PlayedOut })
	if want := 12 * days / 30; len(played) < want || whys[challenged] == 0 || whys[calledOut] == 0 || whys[ownRound] == 0 {
		t.Errorf("of the month there is too little: %d games, mentions %v", len(played), whys)
	}
	mean := func(n int) float64 { return float64(n) / float64(days) }
	t.Logf("%d acts of %d people in %d days; %d games were played out", m.acts, len(m.people), days, len(played))
	t.Logf("messages a day: %.1f in the channel, %.1f in threads; threads opened a day: %.1f; edits a day: %.1f", mean(m.posted), mean(m.inThreads), mean(m.threads), mean(m.edited))
	t.Logf("mentions a person a week: %.2f, at most %d; a day: at most %d", 7*mean(len(m.mentions))/float64(len(m.people)), most(perWeek), most(perDay))
	t.Logf("challenges a person a day: at most %d; mentions that were not asked for: at most %d; all by their reason: %v", most(challenges), most(unasked), whys)
}

// came holds what comes by the clock against the days on which it should, each at nine in Rome.
func (m *month) came(what string, times []time.Time, first, every, want int) {
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		m.t.Fatal(err)
	}
	if len(times) != want {
		m.t.Errorf("%d times comes the %s, want %d", len(times), what, want)
	}
	for n, at := range times {
		if due := time.Date(2026, time.January, first+n*every, 9, 0, 0, 0, rome); !at.Equal(due) {
			m.t.Errorf("%s %d comes at %v, want %v", what, n+1, at, due)
		}
	}
}

func most(of map[string]int) (n int) {
	for _, x := range of {
		n = max(n, x)
	}
	return n
}
