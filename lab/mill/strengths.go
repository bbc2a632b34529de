package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

// player chooses moves. The seed stays the same for a whole game.
type player struct {
	name string
	play func(p rules.Position, seed uint64) rules.Square
}

// players returns a random player, a greedy one, and the levels.
func players(ctx context.Context) []player {
	list := scripted()[:2]
	s := engine.NewSearcher(engine.Trained(), 4<<20)
	for level := range engine.Levels {
		list = append(list, player{fmt.Sprintf("level %d", level+1), func(p rules.Position, seed uint64) rules.Square {
			return s.Play(ctx, p, engine.Level(level+1), seed)
		}})
	}
	return list
}

// measureStrengths lets players of all strengths play each other. It prints the accuracy
// of each in the reviews of these games.
func measureStrengths(ctx context.Context, c call) error {
	each := c.flags.Int("games", 4, "how many games of any two, colours by turns")
	weakest := c.flags.Int("weakest", 2+engine.Levels, "only so many of the players, random, greedy and the levels, the weakest first")
	reference := c.flags.Uint64("reference", 0, "`positions` of a reference for each move, solved from 20 empty squares on; 0 for none")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	list := players(ctx)
	list = list[:max(2, min(*weakest, len(list)))]
	type figures struct{ lost, accuracy []float64 }
	found := make([]figures, len(list))
	var shown, lost []float64 // accuracy, and discs lost a choice by the reference
	judge, progress := engine.NewJudge(), newProgress(c.stderr, 0, 0)
	defer progress.end()
	games, seed := *each*len(list)*(len(list)-1)/2, uint64(0)
	for i := range list {
		for j := range i {
			for n := range *each {
				pair := [2]int{i, j}
				if n%2 == 1 {
					pair = [2]int{j, i}
				}
				seed++
				var moves []rules.Square
				for p := rules.Start(); !p.Over() && ctx.Err() == nil; {
					square := list[pair[p.ToMove]].play(p, seed)
					moves = append(moves, square)
					p, _ = p.Play(square) // it is legal
				}
				r, err := review.Of(ctx, judge, rules.Start(), moves, review.Standard())
				if err != nil {
					return err
				}
				sure := r
				if *reference > 0 {
					l := review.Limits{Positions: *reference, SolveEmpties: 20, SolvePositions: 1 << 40}
					if sure, err = review.Of(ctx, judge, rules.Start(), moves, l); err != nil {
						return err
					}
				}
				for color, s := range r.Sides {
					if f := &found[pair[color]]; s.Rated() {
						f.lost, f.accuracy = append(f.lost, s.Lost), append(f.accuracy, s.Accuracy)
						shown, lost = append(shown, s.Accuracy), append(lost, sure.Sides[color].Lost)
					}
				}
				progress.update(int(seed), games, 0)
			}
		}
	}
	progress.clear()
	for i, f := range found {
		accuracy, deviation := meanOf(f.accuracy)
		mean, _ := meanOf(f.lost)
		fmt.Fprintf(c.stdout, "BenchmarkStrengths/%-8s %3d %5.2f discs-lost %4.1f accuracy %3.1f error %4.1f deviation\n", // number of sides
			strings.ReplaceAll(list[i].name, " ", "="), len(f.lost), mean, accuracy, 1.96*deviation/math.Sqrt(float64(len(f.lost))), deviation)
	}
	if *reference > 0 {
		fmt.Fprintf(c.stdout, "rank correlation of accuracy with discs lost by the reference: %.3f over %d sides\n", spearman(shown, lost), len(lost))
	}
	return nil
}

// meanOf returns the mean of values, and their standard deviation.
func meanOf(values []float64) (mean, deviation float64) {
	n := float64(max(1, len(values)))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean) / n
	}
	return mean, math.Sqrt(deviation)
}

// spearman returns the rank correlation of two lists of the same length.
func spearman(a, b []float64) float64 {
	a, b = ranks(a), ranks(b)
	meanA, deviationA := meanOf(a)
	meanB, deviationB := meanOf(b)
	var sum float64
	for i := range a {
		sum += (a[i] - meanA) * (b[i] - meanB)
	}
	return sum / (float64(len(a)) * deviationA * deviationB)
}

// ranks returns the ranks of values. Equal values share their mean rank.
func ranks(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	places := make([]float64, len(values))
	for i, v := range values {
		from, _ := slices.BinarySearch(sorted, v)
		to := from
		for to < len(sorted) && sorted[to] == v {
			to++
		}
		places[i] = float64(from+to-1) / 2
	}
	return places
}
