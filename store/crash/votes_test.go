package crash

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

// voteEnv has the hasty orders of a program that is to have people vote, instead of running
// tests.
const voteEnv = "OTHELLO_CRASH_VOTES"

// nowhere is where messages of the programs go.
type nowhere struct{}

func (nowhere) Deliver(context.Context, chat.Place, chat.Response) {}

func (nowhere) Capacity() int { return 64 }

// told is a vote of which its voter was told that it counts.
type told struct {
	Game   string
	Turn   uint32
	Voter  string
	Square rules.Square
}

// voteUntilKilled has people vote in some places at once, and writes down what they are
// told.
func voteUntilKilled(orders string, out io.Writer) int {
	b, err := hastyBot(orders)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go runWith(b, nowhere{})
	to := &journal{to: out}
	var voting sync.WaitGroup
	for i := range places {
		for n := range 3 {
			voting.Go(func() {
				for voter := fmt.Sprintf("voter%d-%d", i, n); ; {
					t, ok := castIn(b, place(i), voter)
					if !ok {
						time.Sleep(20 * time.Millisecond)
						continue
					}
					to.write(t)
					time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
				}
			})
		}
	}
	voting.Wait()
	return 0
}

// castIn has somebody vote where they are told that it counts. Where no game runs they
// start one.
func castIn(b *bot.Bot, at chat.Place, voter string) (told, bool) {
	ctx := context.Background()
	room, _, err := b.Table.Load(ctx, game.Place(at.String()), "")
	if err != nil {
		return told{}, false
	}
	action := chat.Action{User: chat.UserID{Platform: platform, ID: voter}, Place: at}
	if room.Active == nil {
		action.Words = []chat.Word{{Text: "start vote 2m level:1"}}
		_, _ = b.Handle(ctx, action)
		return told{}, false
	}
	g := *room.Active
	if !g.Voting() {
		return told{}, false
	}
	legal := g.Position().Legal()
	square := legal.First()
	for s := range legal.Squares() {
		if square = s; rand.IntN(3) == 0 {
			break
		}
	}
	moment := g.Moment()
	action.Control = fmt.Sprintf("o1:%s:%d:vote:%v", g.ID.AppendMarked(nil, moment.Mark), moment.Turn, square)
	r, err := b.Handle(ctx, action)
	counts := err == nil && len(r.Effects) == 1 && strings.HasPrefix(r.Effects[0].Message.Text.String(), "Your vote: ")
	return told{g.ID.String(), g.Turn, action.User.String(), square}, counts
}

// The program is killed while votes are given and counted, by one process and by two.
func TestVotesKilledOverSQLite(t *testing.T) {
	t.Parallel()
	voteAndKill(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"), 1, cycles(3))
}

func TestVotesKilledOverPostgres(t *testing.T) {
	t.Parallel()
	voteAndKill(t, storetest.Postgres(t), 2, cycles(3))
}

// voteAndKill kills so many times. Then every vote of which somebody was told that it
// counts is there, and in every round the channel has played once, what the votes of
// that round are for.
func voteAndKill(t *testing.T, url string, programs, times int) {
	all, began := make(map[told]bool), time.Now()
	for _, one := range killTogether(t, programs, times, func() *program[told] {
		return start(t, voteEnv+"="+hastyOrders(began, url), "", roundOver)
	}) {
		all[one] = true
	}
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if rounds := checkVotes(t, s, all); rounds < times {
		t.Errorf("%d rounds and %d votes prove little", rounds, len(all))
	} else {
		t.Logf("%d kills of %d programs: %d rounds, %d votes told of", times, programs, rounds, len(all))
	}
}

// roundOver reports whether the last vote is of a later round than another one.
func roundOver(all []told) bool {
	last := all[len(all)-1]
	return slices.ContainsFunc(all, func(one told) bool { return one.Game == last.Game && one.Turn < last.Turn })
}

// checkVotes compares what is stored with what was told, and counts the rounds.
func checkVotes(t *testing.T, s game.Store, all map[told]bool) (rounds int) {
	t.Helper()
	games := make(map[string]bool)
	for one := range all {
		games[one.Game] = true
	}
	for name := range games {
		id, _ := game.ParseID(name)
		g, _, err := s.Drawn(t.Context(), id)
		if err != nil {
			t.Errorf("game %s: %v", name, err)
			continue
		}
		votes, err := s.Votes(t.Context(), id, 0, g.Turn)
		if err != nil {
			t.Fatal(err)
		}
		stored := make(map[uint32]map[game.Player]rules.Square)
		counts := make(map[uint32]map[rules.Square]int)
		for _, v := range votes {
			if stored[v.Turn] == nil {
				stored[v.Turn], counts[v.Turn] = make(map[game.Player]rules.Square), make(map[rules.Square]int)
			}
			stored[v.Turn][v.Voter] = v.Square
			counts[v.Turn][v.Square]++
		}
		for one := range all {
			if _, voted := stored[one.Turn][game.Player(one.Voter)]; one.Game == name && !voted {
				t.Errorf("game %s, turn %d: the vote of %s is lost", name, one.Turn, one.Voter)
			}
		}
		for _, turn := range g.Rounds() {
			rounds++
			played, _, ok := g.MoveAt(turn)
			most := 0
			for _, n := range counts[turn] {
				most = max(most, n)
			}
			if !ok || most == 0 || counts[turn][played] != most {
				t.Errorf("game %s, turn %d: %v was played, the votes are %v", name, turn, played, counts[turn])
			}
		}
		if g.Phase == game.Playing && g.Turn != uint32(len(g.Moves)) {
			t.Errorf("game %s: %d moves in %d turns", name, len(g.Moves), g.Turn)
		}
	}
	return rounds
}
