package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/review"
	"othellobot/rules"
)

const (
	ana game.Player = "p/t/ana"
	bo  game.Player = "p/t/bo"
)

// newTeacher returns a stage that can review games, with a judge that always fails.
func newTeacher(t *testing.T) *stage {
	s := newStage(t, limits)
	s.Judge = func(context.Context, func(context.Context) error, func(review.Judge) error) error {
		return errors.New("it was asked")
	}
	s.restart()
	return s
}

// inRated stores a rated game of ana and bo with those moves in another place.
func (s *stage) inRated(t *testing.T, id game.ID, moves []rules.Square) game.Game {
	t.Helper()
	g := game.NewDuel(id, game.Place(fmt.Sprint("p/t/duel", id, "/")), ana, bo, rules.Color(id&1), s.now)
	g.Rated = true
	return s.stored(t, s.played(t, g, moves))
}

func (s *stage) played(t *testing.T, g game.Game, moves []rules.Square) game.Game {
	t.Helper()
	for _, square := range moves {
		var err error
		g, _, err = g.Play(g.Player(g.Position().ToMove), square, s.now)
		noError(t, err)
	}
	return g
}

func (s *stage) stored(t *testing.T, g game.Game) game.Game {
	t.Helper()
	room, _, err := s.Table.Load(t.Context(), g.Place, "")
	noError(t, err)
	out, err := s.Table.Do(t.Context(), room, game.Proposal{New: &g, By: ana, Now: s.now})
	noError(t, err)
	return out.Game
}

func wander(random *rand.Rand, moves []rules.Square, most int) []rules.Square {
	p, _ := rules.Replay(rules.Start(), moves)
	for len(moves) < most && !p.Over() {
		all := slices.Collect(p.Legal().Squares())
		moves = append(moves[:len(moves):len(moves)], all[random.IntN(len(all))])
		p, _ = p.Play(moves[len(moves)-1])
	}
	return moves
}

// turned returns the moves on a turned board that has the same start position.
func turned(random *rand.Rand, moves []rules.Square) string {
	for {
		t := rules.Symmetry(random.IntN(int(rules.Symmetries)))
		if t.Position(rules.Start()) != rules.Start() {
			continue
		}
		var text strings.Builder
		for _, square := range moves {
			text.WriteString(t.Square(square).String())
		}
		return text.String()
	}
}

// requests returns many ways to ask for help in the position after some moves, or in a next one: turned
// and recoloured boards, and moves that the engine would answer, each in its own place.
func (s *stage) requests(t *testing.T, random *rand.Rand, moves []rules.Square, p rules.Position) (all []chat.Action) {
	place := func() chat.Place {
		return chat.Place{Platform: "p", Team: []string{"t", "u", ""}[random.IntN(3)], Channel: fmt.Sprint("c", random.Uint64())}
	}
	typed := func(words string) {
		all = append(all, chat.Action{User: by("ana", "c", "t").User, Place: place(), Tokens: []chat.Token{{Text: words}}})
	}
	for symmetry := range rules.Symmetries {
		image := symmetry.Position(p)
		for range 2 {
			typed("load " + image.FormatBoard() + " " + strings.ToLower(image.ToMove.String()))
			image = rules.Position{Black: image.White, White: image.Black, ToMove: image.ToMove.Opponent()}
		}
		for _, press := range []bool{false, true} {
			at := place()
			g, err := game.NewFrom(game.ID(random.Uint64()), game.Place(at.String()), ana, image, s.now)
			noError(t, err)
			a := chat.Action{User: by("ana", "c", "t").User, Place: at, Tokens: []chat.Token{{Text: "hint"}}}
			if g = s.stored(t, g); press {
				a.Tokens, a.Control = nil, control.For(g, "engage", "")
			}
			all = append(all, a)
		}
	}
	symmetry := rules.Symmetry(random.IntN(int(rules.Symmetries)))
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square)
		if next.Over() {
			continue
		}
		at := place()
		g, err := game.NewFrom(game.ID(random.Uint64()), game.Place(at.String()), ana, symmetry.Position(next), s.now)
		noError(t, err)
		s.stored(t, g)
		all = append(all, chat.Action{User: by("ana", "c", "t").User, Place: at, Tokens: []chat.Token{{Text: "hint"}}})
	}
	last := len(moves) - 1
	before, err := rules.Replay(rules.Start(), moves[:last])
	noError(t, err)
	for _, voted := range []bool{false, true} {
		for _, pressed := range []string{"", "move", "tell"} {
			if p.ToMove == before.ToMove {
				continue // the engine passes
			}
			at, image := place(), symmetry.Position(before)
			g, err := game.NewFrom(game.ID(random.Uint64()), game.Place(at.String()), ana, image, s.now)
			noError(t, err)
			if voted {
				vote := game.NewVote(g.ID, g.Place, ana, image.ToMove, game.DefaultWindow, s.now)
				vote.Start = image
				g, err = game.Restore(vote)
			} else {
				g, _, err = game.Engage(2)(g, ana, s.now)
			}
			noError(t, err)
			a := chat.Action{User: by("ana", "c", "t").User, Place: at, Tokens: []chat.Token{{Text: symmetry.Square(moves[last]).String()}}}
			if g = s.stored(t, g); pressed != "" {
				a.Control = control.For(g, pressed, a.Tokens[0].Text)
				a.Tokens = nil
			}
			all = append(all, a)
		}
	}
	typed("load " + turned(random, moves))
	typed("review " + turned(random, wander(random, moves, 60)))
	return all
}

func TestNoHelpInRatedGames(t *testing.T) {
	t.Parallel()
	batches, atOnce, asked := 100, 20, 0
	if testing.Short() {
		batches = 2
	}
	random := rand.New(rand.NewPCG(34, 1))
	for range batches {
		s := newTeacher(t)
		var games [][]rules.Square
		for len(games) < atOnce {
			moves := wander(random, nil, 16+random.IntN(40))
			if p, err := rules.Replay(rules.Start(), moves); err == nil && len(moves) >= 16 && !p.Over() {
				games = append(games, moves)
				s.inRated(t, game.ID(len(games)), moves)
			}
		}
		for _, moves := range games {
			p, _ := rules.Replay(rules.Start(), moves)
			for _, a := range s.requests(t, random, moves, p) {
				if asked++; whispered(t, s.do(t, a)) != "You have a rated game in this position. Ask me when it’s over." {
					t.Fatalf("after %s she is helped by %+v", rules.FormatTranscript(moves), a)
				}
			}
		}
	}
	t.Logf("asked %d times in %d positions", asked, batches*atOnce)
}

// TestHelpInOtherGames checks that five rated games prevent at most 1 of 1,000 reviews of other games.
func TestHelpInOtherGames(t *testing.T) {
	t.Parallel()
	var all [][]rules.Square // games of sixty moves
	for _, r := range recordedGames(t) {
		if moves, err := rules.ParseTranscript(r.transcript); err == nil && len(moves) == 60 {
			all = append(all, moves)
		}
	}
	trials, refusals, others := 100, 0, 0
	if testing.Short() {
		trials = 2
	}
	random := rand.New(rand.NewPCG(34, 2))
	for range trials {
		s := newTeacher(t)
		order := random.Perm(len(all))
		for i, n := range order[:5] {
			s.inRated(t, game.ID(i+1), all[n][:16+random.IntN(len(all[n])-17)])
		}
		for _, n := range order[5:105] {
			a := typed("ana", "review "+rules.FormatTranscript(all[n]))
			if r := s.do(t, a); strings.HasPrefix(whispered(t, r), "You have a rated game") {
				refusals++
			}
			others++
		}
	}
	if t.Logf("%d refusals in %d games", refusals, others); refusals*1000 > others {
		t.Errorf("%d refusals in %d games", refusals, others)
	}
}

func TestNoAutomaticReviewInRatedGames(t *testing.T) {
	moves, err := rules.ParseTranscript(almostWholeGame)
	noError(t, err)
	for _, rated := range []bool{true, false} {
		s, asked := newStage(t, limits), 0
		s.Judge = func(context.Context, func(context.Context) error, func(review.Judge) error) error {
			asked++
			return errors.New("no")
		}
		s.restart()
		if rated {
			s.inRated(t, 1, moves[:30])
		}
		g := s.played(t, game.NewDuel(2, "p/t/c/", ana, bo, rules.Black, s.now), moves)
		p := g.Position()
		last := strings.TrimPrefix(string(g.Player(p.ToMove)), "p/t/")
		s.stored(t, g)
		s.do(t, typed(last, p.Legal().First().String()))
		noError(t, s.Runner(s, nil, s.Log).Settle(t.Context()))
		if (asked > 0) == rated {
			t.Errorf("where a rated game runs is %t, the judge was asked %d times", rated, asked)
		}
	}
}
