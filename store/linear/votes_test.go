package linear

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

// The kinds of requests about a game that the channel plays by votes.
const (
	votes   deed = "vote"
	counts  deed = "count"
	closes  deed = "close"
	decides deed = "decide"
	wakes   deed = "wake"   // a visible count, which wakes a resting game
	answers deed = "answer" // the engine moves
)

// voters is the number of people who vote in a game.
const voters = 3

// ballot holds each voter's square plus 1, or 0 without a vote.
type ballot [voters]uint8

// question is a request about a game in a turn.
type question struct {
	game   int
	deed   deed
	turn   uint32
	voter  int
	square rules.Square
}

type outcome struct {
	done   bool
	square rules.Square // the square played
	votes  ballot       // the votes counted
}

// poll models a game. All votes have the same time, so a tie goes to the square with the lowest number.
type poll struct {
	turn   uint32
	board  rules.Position
	closed bool
	empty  int // number of voting windows that closed without a vote
	cast   ballot

	counted bool // a visible count was made; a game that is not resting gets only one at a time
}

func (p poll) step(in question, out outcome) (poll, bool) {
	if in.deed == counts && in.turn < p.turn {
		return p, true
	}
	if in.turn != p.turn || p.board.Over() {
		return p, !out.done
	}
	mine := p.board.ToMove == rules.Black
	switch in.deed {
	case votes:
		if !mine || p.closed {
			return p, !out.done
		}
		p.cast[in.voter] = uint8(in.square) + 1
		return p, out.done
	case counts:
		return p, out.votes == p.cast || !out.done
	case closes:
		if !mine || p.closed || p.empty >= 2 {
			return p, !out.done
		}
		p.closed = true
		return p, out.done
	case wakes:
		if rests := p.empty >= 2; !mine || p.closed || p.counted && !rests {
			return p, !out.done
		} else if rests {
			p.empty = 0
		}
		p.counted = true
		return p, out.done
	case decides:
		square, any := p.cast.most()
		switch {
		case !mine || !p.closed:
			return p, !out.done
		case !any:
			p.closed, p.empty = false, p.empty+1
			return p, out.done && out.square == rules.NoSquare
		default:
			return p.play(square), out.done && out.square == square
		}
	default:
		if mine {
			return p, !out.done
		}
		return p.play(out.square), out.done
	}
}

func (p poll) play(square rules.Square) poll {
	p.board, _ = p.board.Play(square)
	return poll{turn: p.turn + 1, board: p.board, counted: p.counted}
}

// most returns the square with the most votes, or false if there are no votes.
func (b ballot) most() (square rules.Square, any bool) {
	best := 0
	for s := range rules.Square(64) {
		n := 0
		for _, vote := range b {
			if vote == uint8(s)+1 {
				n++
			}
		}
		if n > best {
			square, best = s, n
		}
	}
	return square, best > 0
}

var polls = porcupine.Model{
	Partition: partitioned(func(in any) int { return in.(question).game }),
	Init:      func() any { return poll{board: rules.Start()} },
	Step: func(state, in, out any) (bool, any) {
		after, fits := state.(poll).step(in.(question), out.(outcome))
		return fits, after
	},
}

// TestVotes checks that no vote is lost, none comes after the end, and each round has one move.
func TestVotes(t *testing.T) { overEach(t, checkVotes) }

func checkVotes(t *testing.T, stores ...people.Store) {
	const games = 4
	for n := range games {
		g := game.NewVote(game.ID(n+1), game.Place(fmt.Sprintf("p/t/%d/", n)), "p//ana", rules.Black, time.Hour, noon)
		if _, err := game.NewTable(stores[0], timing).Do(t.Context(), game.Room{Place: g.Place}, game.Proposal{New: &g, Now: noon}); err != nil {
			t.Fatal(err)
		}
	}
	history := historyOf(8, round()/10, func(person, _ int) answer {
		in := question{game: rand.IntN(games), voter: rand.IntN(voters)}
		out, err := in.ask(t.Context(), stores[person%len(stores)])
		if err != nil {
			t.Error(err)
		}
		return answer{in: in, out: out, empty: err != nil}
	})
	done := make(map[deed]int)
	for _, op := range history {
		if op.Output.(outcome).done {
			done[op.Input.(question).deed]++
		}
	}
	wantOrder(t, polls, history)
	t.Logf("%d answers, done: %v", len(history), done)
	for _, deed := range []deed{votes, counts, wakes, closes, decides, answers} {
		if done[deed] == 0 {
			t.Errorf("there was no %s, which proves little", deed)
		}
	}
}

// ask makes a random request about a game, and stores the request in q.
func (q *question) ask(ctx context.Context, s people.Store) (outcome, error) {
	table := game.NewTable(s, timing)
	room, err := s.Load(ctx, game.Place(fmt.Sprintf("p/t/%d/", q.game)), "")
	if err != nil {
		return outcome{}, err
	}
	g, _ := room.Find(game.ID(q.game + 1))
	q.turn, q.deed = g.Turn, counts
	at, legal := g.Moment(), g.Position().Legal()
	for s := range legal.Squares() {
		if q.square = s; rand.IntN(2) == 0 {
			break
		}
	}
	switch n := rand.IntN(20); {
	case g.EngineToMove():
		q.deed = answers
		return moved(table.Do(ctx, room, game.Proposal{Game: g.ID, By: game.Engine, Now: noon, Operation: game.PlayIn(at, q.square)}))
	case g.Phase == game.Over, n < 3:
		found, err := s.Votes(ctx, g.ID, g.Turn, g.Turn)
		out := outcome{done: g.Phase == game.Playing}
		for _, v := range found {
			out.votes[v.Voter[len(v.Voter)-1]-'0'] = uint8(v.Square) + 1
		}
		return out, err
	case n < 4:
		q.deed = wakes
		return moved(table.Do(ctx, room, game.Proposal{Game: g.ID, Now: noon, Operation: game.CountVotes(1).In(at)}))
	case n < 6:
		q.deed = closes
		return moved(table.Do(ctx, room, game.Proposal{Game: g.ID, Now: noon, Operation: game.CloseVotes(true).In(at)}))
	case g.Ballot.Closed:
		q.deed = decides
		found, err := table.Votes(ctx, g)
		if err != nil {
			return outcome{}, err
		}
		return moved(table.Do(ctx, room, game.Proposal{Game: g.ID, Now: noon, Operation: game.Decide(g.Version, found, rules.NoSquare).In(at)}))
	default:
		q.deed = votes
		_, err := table.Vote(ctx, room, g.ID, game.VoteRequest{By: game.Player(fmt.Sprint("p//", q.voter)), Square: q.square, At: &at, Now: noon})
		return moved(game.Outcome{}, err)
	}
}

func moved(out game.Outcome, err error) (outcome, error) {
	if failed := (*game.StoreError)(nil); errors.As(err, &failed) {
		return outcome{}, err
	}
	answer := outcome{done: err == nil, square: rules.NoSquare}
	for _, e := range out.Events {
		if m, ok := e.(game.Moved); ok {
			answer.square = m.Square
		}
	}
	return answer, nil
}
