package crash

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
	"othellobot/words"
)

// voteEnv names the store over which this program is to have people vote, instead of
// running tests, behind the time at which the test began.
const voteEnv = "OTHELLO_CRASH_VOTES"

// hurry is how many times as fast as the real one the clock of those programs is: a window for
// votes is over in a third of a second.
const hurry = 400

// hasty is a clock that was right when the test began, and is so many times as fast as the
// real one.
type hasty struct {
	began time.Time
	times time.Duration
}

func (h hasty) Now() time.Time { return h.began.Add(h.times * time.Since(h.began)) }

func (hasty) Trusted() bool { return true }

func (h hasty) After(d time.Duration) <-chan time.Time { return time.After(d / h.times) }

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
	since, url, _ := strings.Cut(orders, " ")
	began, err := strconv.ParseInt(since, 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, "no orders:", err)
		return 2
	}
	s, err := store.Open(context.Background(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	b := bot.New(bot.Config{
		Words: words.MustLoad(), Table: game.NewTable(s, timing), Engine: engine.New(1, 1<<20),
		Limits: map[string]chat.Limits{platform: {ButtonsPerRow: 8, MoveButtons: 64, Themes: []string{"classic"}}},
		Clock:  hasty{time.UnixMilli(began), hurry}, Seed: rand.Uint64(), IdleExpiry: timing.IdleExpiry, Log: slog.New(slog.DiscardHandler),
	})
	runner := &bot.Runner{Bot: b, Posters: map[string]chat.Poster{platform: nowhere{}}, Log: slog.New(slog.DiscardHandler)}
	go runner.Run(context.Background())
	var voting sync.WaitGroup
	var writing sync.Mutex
	for i := range places {
		for n := range 3 {
			voting.Go(func() {
				for voter := fmt.Sprintf("voter%d-%d", i, n); ; {
					t, ok := castIn(b, place(i), voter)
					if !ok {
						time.Sleep(20 * time.Millisecond)
						continue
					}
					line, _ := json.Marshal(t)
					writing.Lock()
					_, _ = out.Write(append(line, '\n'))
					writing.Unlock()
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
	for range times {
		running := make([]*voters, programs)
		for i := range running {
			running[i] = startVoting(t, url, began)
		}
		for _, v := range running {
			<-v.heard
		}
		time.Sleep(time.Second + time.Duration(rand.IntN(500))*time.Millisecond)
		for _, v := range running {
			if err := v.command.Process.Kill(); err != nil {
				t.Fatal("the program has ended by itself: ", err)
			}
			for _, t := range <-v.told {
				all[t] = true
			}
			_ = v.command.Wait() // it was killed
		}
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

// voters are a program that has people vote.
type voters struct {
	command *exec.Cmd
	heard   chan struct{} // closed when it has told of a vote, or has ended
	told    chan []told   // all that it told, when it has ended
}

// startVoting starts a program.
func startVoting(t *testing.T, url string, began time.Time) *voters {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self)
	command.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", voteEnv, began.UnixMilli(), url))
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() }) // it may be dead
	v := &voters{command, make(chan struct{}), make(chan []told, 1)}
	go func() {
		var all []told
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var one told
			if json.Unmarshal(lines.Bytes(), &one) != nil {
				break // it was killed while it wrote
			}
			if all = append(all, one); len(all) == 1 {
				close(v.heard)
			}
		}
		if len(all) == 0 {
			close(v.heard)
		}
		v.told <- all
	}()
	return v
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
