package bot

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// exercise is a position where the user must find a better move than the one played.
type exercise struct {
	position     rules.Position
	played, best rules.Square
	known        *compared     // why the played move is worse, if known
	alone        bool          // no other move comes close to the best
	action       string        // the start of each control; a colon and the user's choice follow
	onward       []chat.Button // further buttons
}

// trainControl returns the control of an exercise from a game. With number 0 it opens any due
// exercise, preferably from that game.
func trainControl(id game.ID, number int, choice string) string {
	return control.Control{Game: id, At: game.Moment{Turn: uint32(number)}, Verb: "train", Arg: choice}.String()
}

func (r *request) exercisePosed(x exercise) chat.Message {
	m := chat.Message{
		Text:     r.Own.Text(words.ExerciseTask{Color: x.position.ToMove}),
		Controls: r.moveControls(x.position, 0, x.action),
	}
	return r.WithBoard(r.Own, x.withOnward(m), render.View{Position: x.position, Last: rules.NoSquare})
}

func (x exercise) withOnward(m chat.Message) chat.Message {
	if len(x.onward) > 0 {
		m.Controls = append(m.Controls, card.Row(x.onward...))
	}
	return m
}

// exerciseAnswer says whether a move is the better one, and why. The board shows the line that
// follows the move, and the text ends with rest.
func (b *Bot) exerciseAnswer(ctx context.Context, r *request, x exercise, square rules.Square, board int, rest card.Story) chat.Message {
	other := square
	if square == x.best {
		other = x.played
	}
	c, known := b.compare(ctx, r, x, other)
	reasons := c.why.Reasons[:min(len(c.why.Reasons), maxReasons)]
	var said card.Story
	line := c.why.Line
	switch {
	case square == x.best:
		said = append(card.Story{words.ExerciseRight{Square: x.played}}, card.Reasons(c.move, reasons)...)
		line = c.why.BestLine
	case !known:
		said = card.Story{words.BetterWas{Best: x.best, Square: square}}
	case !x.alone && square != x.played && nearBest(c.move):
		said = card.Story{words.PuzzleSolved{}, words.HintOthers{Moves: []rules.Square{x.best}}}
	default:
		said = append(card.Story{words.ExerciseWrong{Square: square}}, card.WhyBetter(c.move, reasons)...)
	}
	m := chat.Message{Text: r.Own.Text(append(said, rest...)...)}
	if known {
		m.Footers = []chat.Text{r.Own.Text(card.MomentLines(c.why))}
	} else {
		line = []rules.Square{square}
	}
	return r.withLine(x.withOnward(m), x.position, line, board, x.action)
}

const maxReasons = 2

// nearBest reports whether a move is about as good as the best: it loses few discs, and it does not
// lose a proved win or draw.
func nearBest(m review.Move) bool {
	return m.Lost() < review.MinLead && (!m.Exact || cmp.Compare(m.Value, 0) == cmp.Compare(m.BestValue, 0))
}

// compare returns why a move is worse than the best. It reports false if the judge fails, takes too
// long, or is not configured.
func (b *Bot) compare(ctx context.Context, r *request, x exercise, square rules.Square) (compared, bool) {
	key := comparison{x.position, square, x.best}
	if known, ok := b.compared.Get(key); ok || !b.reviews.Enabled() {
		return known, ok
	}
	if x.known != nil && square == x.played {
		return *x.known, true
	}
	ctx, cancel := context.WithTimeout(ctx, explainWithin)
	defer cancel()
	var found compared
	err := b.reviews.WithJudge(ctx, r.room.Place, r.by, func(judge review.Judge) (err error) {
		found.move, found.why, err = review.Compare(ctx, judge, key.position, key.square, key.best, b.Review)
		return err
	})
	if err != nil {
		b.Log.WarnContext(ctx, "cannot explain an exercise", "error", err)
		return compared{}, false
	}
	b.compared.Put(key, found)
	return found, true
}

// parseTry parses a legal move of p. A colon and a number can follow: which board of the move's line
// to show, counted from 1.
func parseTry(p rules.Position, choice string) (square rules.Square, board int, ok bool) {
	name, which, more := strings.Cut(choice, ":")
	square, err := rules.ParseSquare(name)
	if err != nil || square.String() != name || !p.Legal().Has(square) {
		return rules.NoSquare, 0, false
	}
	if !more {
		return square, 1, true
	}
	board, err = strconv.Atoi(which)
	return square, board, err == nil && board > 0
}
