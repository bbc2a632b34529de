package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"othellobot/engine"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
)

// Numbers of games: a coach must find a player's level within gamesToFind games, and keep
// it for gamesToKeep more.
const (
	gamesToFind = 10
	gamesToKeep = 200
)

// pupils returns five players of different strengths.
func pupils(list []player) []player {
	random, greedy, level := list[0], list[1], list[1:]
	return []player{mixed(greedy, level[4], 2), mixed(level[4], random, 8), mixed(level[7], random, 8), level[7], level[11]}
}

// mixed returns a player that plays like mostly, but plays one move in n like seldom.
func mixed(mostly, seldom player, n uint64) player {
	return player{fmt.Sprintf("%s, one move in %d %s", mostly.name, n, seldom.name), func(p rules.Position, seed uint64) rules.Square {
		if rand.New(rand.NewPCG(^seed, uint64(p.Empties()))).Uint64N(n) == 0 {
			return seldom.play(p, seed)
		}
		return mostly.play(p, seed)
	}}
}

// measureCoach lets pupils play against a coach. It prints the share of games they win once
// the coach has found their level. It also prints how many moves the coach warns about.
func measureCoach(ctx context.Context, c call) error {
	runs := c.flags.Int("runs", 1, "how often each begins anew")
	reference := c.flags.Uint64("reference", 0, "`positions` of a reference for each move, solved from 20 empty squares on; 0 for none")
	judged := c.flags.Int("judged", 20, "of how many games of each it judges the moves")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	list, judge, seed := players(ctx), engine.NewJudge(), uint64(0)
	progress := newProgress(c.stderr, 0, 0)
	defer progress.end()
	all := pupils(list)
	for i, pupil := range all {
		var counts warningCounts
		won, within, level := 0.0, 0, 0.0
		for run := range *runs {
			var coaching people.Coaching
			points := 0.0
			for n := range gamesToFind + gamesToKeep {
				seed++
				side := rules.Color(n % 2)
				moves, got := coached(ctx, pupil, list[1+coaching.Plays()], side, seed)
				if err := ctx.Err(); err != nil {
					return err
				}
				if n >= gamesToFind {
					points += got
					level += float64(coaching.Plays())
				}
				if got != draw {
					coaching = coaching.After(coaching.Plays(), got > draw)
				}
				if run == 0 && *reference > 0 && n < *judged {
					if err := counts.game(ctx, judge, moves, side, *reference); err != nil {
						return err
					}
				}
				progress.update((i**runs+run)*(gamesToFind+gamesToKeep)+n+1, len(all)**runs*(gamesToFind+gamesToKeep), 0)
			}
			won += points
			if share := points / gamesToKeep; share >= .42 && share <= .58 {
				within++
			}
		}
		progress.clear()
		games := float64(*runs * gamesToKeep)
		fmt.Fprintf(c.stdout, "%s: %.1f %% of games %d to %d, at level %.1f; within 50 ± 8 %% in %v runs\n",
			pupil.name, 100*won/games, gamesToFind+1, gamesToFind+gamesToKeep, level/games, ratio{within, *runs})
		if *reference > 0 {
			fmt.Fprintf(c.stdout, "  asked before %v moves that lose ten discs or more, %v that lose less than two, %v in all\n", counts.bad, counts.sound, counts.all)
		}
	}
	return nil
}

// draw is the score of a draw; a win scores 1.
const draw = .5

// coached plays a game between a pupil and a coach. side is the pupil's side, and points the
// pupil's score.
func coached(ctx context.Context, pupil, coach player, side rules.Color, seed uint64) (moves []rules.Square, points float64) {
	p := rules.Start()
	for !p.Over() && ctx.Err() == nil {
		by := coach
		if p.ToMove == side {
			by = pupil
		}
		square := by.play(p, seed)
		moves = append(moves, square)
		p, _ = p.Play(square) // it is legal
	}
	switch winner, decided := p.FinalScore().Leader(); {
	case !decided:
		return moves, draw
	case winner == side:
		return moves, 1
	default:
		return moves, 0
	}
}

// warningCounts counts the pupil's moves that had an alternative, and the coach's warnings
// about them.
type warningCounts struct{ bad, sound, all ratio }

func (a *warningCounts) game(ctx context.Context, judge *engine.Judge, moves []rules.Square, side rules.Color, reference uint64) error {
	sure, err := review.Of(ctx, judge, rules.Start(), moves, review.Limits{Positions: reference, SolveEmpties: 20, SolvePositions: 1 << 40})
	if err != nil {
		return err
	}
	for i, p := range sure.Positions()[:len(moves)] {
		m := sure.Moves[i]
		if m.Color != side || m.Choices < 2 {
			continue
		}
		_, _, warned, err := review.Warn(ctx, judge, p, m.Square, review.Standard())
		if err != nil {
			return err
		}
		a.all.add(warned)
		if m.Lost() >= 10 {
			a.bad.add(warned)
		} else if m.Lost() < 2 {
			a.sound.add(warned)
		}
	}
	return nil
}
