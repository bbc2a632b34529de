package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"othellobot/engine"
	"othellobot/record"
	"othellobot/review"
	"othellobot/rules"
)

// reviewFile reviews the games of a file as the bot does.
func reviewFile(ctx context.Context, c call) error {
	number := c.flags.Int("game", 0, "which game of the file; 0 for all")
	asJSON := c.flags.Bool("json", false, "write JSON, a game a line")
	if err := c.parse(1, 1); err != nil {
		return err
	}
	games, err := readGameFile(c.flags.Arg(0))
	if *number != 0 {
		games = slices.DeleteFunc(games, func(g record.Game) bool { return g.Number != *number })
	}
	switch {
	case err != nil && len(games) == 0:
		return err
	case err != nil:
		fmt.Fprintln(c.stderr, err) // names the unreadable games, which are left out
	case *number != 0 && len(games) == 0:
		return fmt.Errorf("review: %s has no game %d", c.flags.Arg(0), *number)
	}
	judge := engine.NewJudge()
	for _, g := range games {
		if len(g.Moves) == 0 {
			continue
		}
		r, err := review.Of(ctx, judge, g.Start, g.Moves, review.Standard())
		if err != nil {
			return err
		}
		if *asJSON {
			err = json.NewEncoder(c.stdout).Encode(reviewAsJSON(r))
		} else {
			_, err = fmt.Fprint(c.stdout, reviewAsText(r))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reviewed is a review as JSON.
type reviewed struct {
	Transcript string           `json:"transcript"`
	Black      reviewedSide     `json:"black"`
	White      reviewedSide     `json:"white"`
	Causes     [2]int           `json:"causes"` // by side: the number of the mistake that cost most; 0 without one
	Curve      []float64        `json:"curve"`  // Black's Win% after each move
	Moves      []reviewedMove   `json:"moves"`
	Moments    []reviewedMoment `json:"moments"`
}

type reviewedSide struct {
	Accuracy *float64 `json:"accuracy"` // null with too few choices
	Choices  int      `json:"choices"`
	Lost     float64  `json:"lost"` // discs a choice
}

type reviewedMove struct {
	Number  int     `json:"number"`
	Side    string  `json:"side"`
	Choices int     `json:"choices"`
	Move    string  `json:"move"`
	Value   float64 `json:"value"` // discs for the side
	Best    string  `json:"best"`
	Worth   float64 `json:"worth"` // value of the best move
	Win     float64 `json:"win"`   // Win% after the move
	Cost    float64 `json:"cost"`  // in Win%
	Exact   bool    `json:"exact"` // both values are exact
	Label   string  `json:"label"`
}

type reviewedMoment struct {
	Number   int    `json:"number"`
	Reason   string `json:"reason"` // empty without one
	Line     string `json:"line"`
	BestLine string `json:"bestLine"`
}

func reviewAsJSON(r review.Review) reviewed {
	side := func(c rules.Color) reviewedSide {
		s := reviewedSide{Choices: r.Sides[c].Choices, Lost: r.Sides[c].Lost}
		if r.Sides[c].Rated() {
			s.Accuracy = &r.Sides[c].Accuracy
		}
		return s
	}
	out := reviewed{
		Transcript: rules.FormatTranscript(r.Squares()),
		Black:      side(rules.Black), White: side(rules.White), Causes: causesOf(r),
		Moments: []reviewedMoment{},
	}
	for i, m := range r.Moves {
		blackWin := winPercent(m.Value, m.Empties)
		if m.Color == rules.White {
			blackWin = 100 - blackWin
		}
		out.Curve = append(out.Curve, blackWin)
		out.Moves = append(out.Moves, reviewedMove{
			Number: i + 1, Side: m.Color.String(), Choices: m.Choices, Move: m.Square.String(), Value: m.Value,
			Best: m.Best.String(), Worth: m.BestValue, Win: winPercent(m.Value, m.Empties), Cost: costOf(m), Exact: m.Exact, Label: m.Label().String(),
		})
	}
	for _, m := range r.Moments {
		out.Moments = append(out.Moments, reviewedMoment{
			Number: m.Number, Line: rules.FormatTranscript(m.Line), BestLine: rules.FormatTranscript(m.BestLine), Reason: reasonAsText(r, m),
		})
	}
	return out
}

func causesOf(r review.Review) (numbers [2]int) {
	for side := range numbers {
		at, _ := r.Cause(rules.Color(side))
		numbers[side] = at.Number
	}
	return numbers
}

// costOf returns how many points of Win% a move lost.
func costOf(m review.Move) float64 {
	return winPercent(m.BestValue, m.Empties) - winPercent(m.Value, m.Empties)
}

func reviewAsText(r review.Review) string {
	var text strings.Builder
	text.WriteString(" move      value  best      lost  Win%\n")
	for i, m := range r.Moves {
		fmt.Fprintf(&text, "%3d %s %s  %6s", i+1, sideSign(m.Color.String()), m.Square, formatValue(m.Value, m.Exact))
		if m.Lost() > 0 {
			lost := strings.TrimPrefix(formatValue(m.Lost(), m.Exact), "+")
			fmt.Fprintf(&text, "  %v %5s %5s %5.1f", m.Best, formatValue(m.BestValue, m.Exact), lost, costOf(m))
		}
		if label := m.Label(); label != review.Good {
			fmt.Fprintf(&text, "  %v", label)
		}
		text.WriteString("\n")
	}
	text.WriteString("\n")
	for _, side := range []rules.Color{rules.Black, rules.White} {
		s := r.Sides[side]
		if s.Rated() {
			fmt.Fprintf(&text, "%v: accuracy %.0f over %d choices, %.1f discs lost each.\n", side, s.Accuracy, s.Choices, s.Lost)
		} else {
			fmt.Fprintf(&text, "%v: %d choices, too few for an accuracy; %.1f discs lost each.\n", side, s.Choices, s.Lost)
		}
	}
	for _, side := range []rules.Color{rules.Black, rules.White} {
		if at, ok := r.Cause(side); ok {
			fmt.Fprintf(&text, "%v's move %d cost %d discs. %s\n", side, at.Number, r.Moves[at.Number-1].Discs(), reasonAsText(r, at))
		}
	}
	for _, m := range r.Moments {
		move := r.Moves[m.Number-1]
		fmt.Fprintf(&text, "\n%d. %v's %v, %v: %v was better. %s", m.Number, move.Color, move.Square, move.Label(), move.Best, reasonAsText(r, m))
		fmt.Fprintf(&text, "\n    %s\n    %s\n", rules.FormatTranscript(m.Line), rules.FormatTranscript(m.BestLine))
	}
	text.WriteString("\n")
	return text.String()
}

// reasonAsText returns the reason of a moment as a sentence, or nothing.
func reasonAsText(r review.Review, m review.Moment) string {
	move, reason := r.Moves[m.Number-1], m.Reason
	played, best, other := move.Square, move.Best, move.Color.Opponent()
	switch reason.Kind {
	case review.Thrown:
		return fmt.Sprintf("With best play %+d, after %v %+d.", reason.Count, best, reason.Instead)
	case review.WipedOut:
		return fmt.Sprintf("After %v %v can take all discs; after %v not.", played, other, best)
	case review.CornerGiven:
		return fmt.Sprintf("After %v %v can take %v; after %v not.", played, other, reason.At, best)
	case review.CornerAvailable:
		return fmt.Sprintf("%v was a corner.", best)
	case review.CornerOpened:
		return fmt.Sprintf("%v opened %v to %v.", played, reason.At, other)
	case review.Mobility:
		return fmt.Sprintf("%v had %d moves; after %v %d.", other, reason.Count, best, reason.Instead)
	case review.NextToCorner:
		return fmt.Sprintf("%v lies beside the empty corner %v.", played, reason.At)
	case review.FewMoves:
		return fmt.Sprintf("Then %v had %d moves; after %v %d.", move.Color, reason.Count, best, reason.Instead)
	case review.Greedy:
		return fmt.Sprintf("%v flipped %d; %v flips %d.", played, reason.Count, best, reason.Instead)
	case review.CornerLost:
		return fmt.Sprintf("In the end %v gets %v; after %v not.", other, reason.At, best)
	case review.CornerMissed:
		return fmt.Sprintf("After %v %v gets %v.", best, move.Color, reason.At)
	default:
		return ""
	}
}
