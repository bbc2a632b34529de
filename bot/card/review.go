package card

import (
	"math"
	"slices"
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/lesson"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

func (v *Viewer) sideLines(l *words.Language, g game.Game, found review.Review) chat.Text {
	var lines []words.Message
	for _, c := range []rules.Color{rules.Black, rules.White} {
		side, errors := found.Sides[c], errorsOf(l, found, c)
		if !side.Rated() {
			lines = append(lines, words.SideFewChoices{Side: v.Side(g, c), Errors: errors})
			continue
		}
		tenths := int(math.Round(10 * side.Lost))
		lines = append(lines, words.SideAccuracy{
			Side: v.Side(g, c), Errors: errors, Accuracy: int(math.Round(side.Accuracy)), Whole: tenths / 10, Tenths: tenths % 10,
		})
	}
	return Lines(l, lines)
}

func errorsOf(l *words.Language, found review.Review, side rules.Color) chat.Text {
	var counts [review.Blunder + 1]int
	for _, m := range found.Moves {
		if m.Color == side {
			counts[m.Label()]++
		}
	}
	var list []chat.Text
	if n := counts[review.Blunder]; n > 0 {
		list = append(list, l.Text(words.CountBlunders{Blunders: words.Count(n)}))
	}
	if n := counts[review.Mistake]; n > 0 {
		list = append(list, l.Text(words.CountMistakes{Mistakes: words.Count(n)}))
	}
	if len(list) == 0 {
		return l.Text(words.NoMistakes{})
	}
	return l.List(list)
}

// cause returns the mistake that cost the loser most. Without a winner it takes the costlier one of both sides.
func cause(g game.Game, found review.Review) (review.Moment, bool) {
	winner, decided := found.Winner()
	if g.Result.Decided {
		winner, decided = g.Result.Winner, true
	}
	at, ok := found.Cause(winner.Opponent())
	other, also := found.Cause(winner)
	if !decided && also && (!ok || found.Moves[other.Number-1].Discs() > found.Moves[at.Number-1].Discs()) {
		return other, true
	}
	return at, ok
}

func (v *Viewer) turningStory(g game.Game, found review.Review) Story {
	at, ok := cause(g, found)
	if !ok {
		return nil
	}
	m := found.Moves[at.Number-1]
	list := Story{causeWords(v.Side(g, m.Color), at.Number, m), ReasonWords(m, at.Reason)}
	if at.Reason.Kind == review.NextToCorner { // the reason names no better move
		list = append(list, words.BetterWas{Best: m.Best, Square: m.Square})
	}
	return list
}

func causeWords(side words.Side, number int, m review.Move) words.Message {
	switch {
	case !m.Threw():
		return words.CauseDiscs{Number: number, Side: side, Lost: words.Count(m.Discs())}
	case m.BestValue > 0:
		return words.CauseWin{Number: number, Side: side}
	default:
		return words.CauseDraw{Number: number, Side: side}
	}
}

// OwnFirst returns the review with the player's moments before those of the other side.
func OwnFirst(g game.Game, found review.Review, player game.Player) review.Review {
	own := func(m review.Moment) bool { return g.Player(found.Moves[m.Number-1].Color) == player }
	others := slices.DeleteFunc(slices.Clone(found.Moments), own)
	found.Moments = append(slices.DeleteFunc(slices.Clone(found.Moments), func(m review.Moment) bool { return !own(m) }), others...)
	return found
}

// addReview adds the turning point and the best find to the text of an ended game's card. How well each side played is
// only in the private review.
func (v *Viewer) addReview(g game.Game, facts Extras, m *chat.Message) {
	if facts.Review == nil || g.Result.Reason > game.TimedOut {
		return
	}
	found := *facts.Review
	if highlights := v.Highlights(g, found); len(highlights) > 0 {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), highlights...)
	}
}

// Highlights returns what everybody may read in a review: the turning point and the best find.
func (v *Viewer) Highlights(g game.Game, found review.Review) chat.Text {
	return v.All.Text(append(v.turningStory(g, found), bestFind(g, found))...)
}

// minFind is the least number of discs that an error must cost before its answer is praised.
const minFind = 6

// bestFind praises the person who answered the costliest error with the best of several moves, or returns nil.
func bestFind(g game.Game, found review.Review) (praise words.Message) {
	most := float64(minFind)
	for n, m := range found.Moves {
		if n == 0 || m.Choices < 3 || m.Best != m.Square || found.Moves[n-1].Color == m.Color || !g.MovedBy(n+1).Person() {
			continue
		}
		if gift := found.Moves[n-1].Lost(); gift >= most {
			most, praise = gift, words.BestFind{Square: m.Square, Player: words.Name(g.MovedBy(n + 1)), Number: n + 1}
		}
	}
	return praise
}

// ReviewSummary returns the first page of a review.
func (v *Viewer) ReviewSummary(l *words.Language, g game.Game, found review.Review) chat.Message {
	text := l.Text(v.turningStory(g, found)...)
	if len(found.Moments) == 0 {
		text = l.Text(words.NoMoments{})
	}
	if len(text) > 0 {
		text = append(text, chat.Span{Text: "\n"})
	}
	text = append(text, v.sideLines(l, g, found)...)
	end := found.Positions()[len(found.Moves)]
	board := render.View{Position: end, Last: found.Moves[len(found.Moves)-1].Square, Ended: true}
	return chat.Message{
		Text:    text,
		Board:   &chat.Board{View: board, Theme: v.Theme()},
		Picture: v.curvePicture(g, found),
		Footers: []chat.Text{l.Text(words.AccuracyOf{})},
	}
}

// MomentPage returns the page of a moment: the position before the move, with that move and the best
// move marked.
func (v *Viewer) MomentPage(g game.Game, found review.Review, at review.Moment) chat.Message {
	m := found.Moves[at.Number-1]
	board := render.View{
		Position: found.Positions()[at.Number-1], Last: rules.NoSquare, Hints: rules.SetOf(m.Square, m.Best),
	}
	if at.Number > 1 {
		board.Last = found.Moves[at.Number-2].Square
	}
	list := append(Story{momentWords(v.Side(g, m.Color), at.Number, m)}, WhyBetter(m, at.Reason)...)
	return chat.Message{
		Text: v.Own.Text(list...), Board: &chat.Board{View: board, Theme: v.Theme()}, Picture: v.momentPicture(board, m),
	}
}

// WhyBetter says what a move cost, and why the best move was better.
func WhyBetter(m review.Move, why review.Reason) Story {
	if why.Kind == review.Thrown {
		return Story{ReasonWords(m, why)}
	}
	cost := words.MomentDiscs{Best: m.Best, Lost: words.Count(m.Discs())}
	if why.Kind == review.NoReason {
		return Story{cost}
	}
	return Story{cost, ReasonWords(m, why)}
}

// ReviewControls returns the controls of page n. If playOn is set, a button begins a game at the
// page's moment. Unless shared is set, a button shares the page.
func (v *Viewer) ReviewControls(g game.Game, found review.Review, n int, playOn, shared bool) []chat.Row {
	var turn, more []chat.Button
	page := func(label words.Message, to int) chat.Button {
		return Button(v.Own, label, ReviewControl(g, "review", strconv.Itoa(to)))
	}
	if n > 0 {
		turn = append(turn, page(words.PageBackButton{}, n-1))
		number := strconv.Itoa(found.Moments[n-1].Number)
		more = append(more, Button(v.Own, words.TryItButton{}, TryControl(g, number)),
			Button(v.Own, words.StepButton{}, TryControl(g, number)+":"+found.Moves[found.Moments[n-1].Number-1].Square.String()))
		if playOn {
			more = append(more, Button(v.Own, words.PlayOnButton{}, ReviewControl(g, "play-on", number)))
		}
	}
	if n < len(found.Moments) {
		turn = append(turn, Primary(page(words.NextPageButton{}, n+1)))
	}
	if n > 0 {
		if l := lessonOn(found.Moments[n-1].Reason.Kind); l > 0 {
			turn = append(turn, LessonButton(v.Own, l))
		}
	}
	if !shared {
		more = append(more, Button(v.Own, words.ShareButton{}, ReviewControl(g, "share", strconv.Itoa(n))))
	}
	if len(turn)+len(more) == 0 {
		return nil
	}
	if len(turn) == 0 || len(more) == 0 || n == 0 {
		return []chat.Row{Row(append(turn, more...)...)}
	}
	return []chat.Row{Row(turn...), Row(more...)}
}

// lessonOn returns the lesson that teaches to avoid a mistake, or 0.
func lessonOn(why review.Kind) lesson.Number {
	switch why {
	case review.CornerGiven, review.CornerAvailable, review.CornerLost, review.CornerMissed:
		return lesson.Corners
	case review.CornerOpened, review.NextToCorner:
		return lesson.XSquares
	case review.Greedy:
		return lesson.FewDiscs
	case review.Mobility, review.FewMoves:
		return lesson.Mobility
	case review.Frontier:
		return lesson.QuietMoves
	default:
		return 0
	}
}

func momentWords(side words.Side, number int, m review.Move) words.Message {
	switch m.Label() {
	case review.Blunder:
		return words.MomentBlunder{Number: number, Side: side, Square: m.Square}
	case review.Mistake:
		return words.MomentMistake{Number: number, Side: side, Square: m.Square}
	default:
		return words.MomentInaccuracy{Number: number, Side: side, Square: m.Square}
	}
}

// ReasonWords explains why the best move was better.
func ReasonWords(m review.Move, why review.Reason) words.Message {
	us, other := m.Color, m.Color.Opponent()
	switch why.Kind {
	case review.Thrown:
		return words.WhyResult{Square: m.Square, Best: m.Best, Color: us, Result: resultOf(why.Count), Instead: resultOf(why.Instead)}
	case review.WipedOut:
		return words.WhyWipedOut{Square: m.Square, Best: m.Best, Color: other}
	case review.CornerGiven:
		return words.WhyCornerGiven{Square: m.Square, Best: m.Best, Corner: why.At, Color: other}
	case review.CornerAvailable:
		return words.WhyCornerThere{Best: m.Best}
	case review.CornerOpened:
		return words.WhyCornerOpened{Square: m.Square, Best: m.Best, Corner: why.At, Color: other}
	case review.Mobility:
		return words.WhyMobility{Square: m.Square, Best: m.Best, Color: other, Moves: why.Count, Less: why.Instead}
	case review.NextToCorner:
		return words.WhyBeside{Square: m.Square, Corner: why.At}
	case review.FewMoves:
		return words.WhyFewMoves{Square: m.Square, Best: m.Best, Color: us, Moves: why.Count, More: why.Instead}
	case review.Greedy:
		return words.WhyGreedy{Square: m.Square, Best: m.Best, Flips: why.Count, Less: why.Instead}
	case review.CornerLost:
		return words.WhyCornerPlay{Color: other, Corner: why.At, After: m.Square, Not: m.Best}
	case review.CornerMissed:
		return words.WhyCornerPlay{Color: us, Corner: why.At, After: m.Best, Not: m.Square}
	case review.Frontier:
		return words.WhyFrontier{Square: m.Square, Best: m.Best, Color: us, Discs: why.Count, Less: why.Instead}
	default:
		return words.BetterWas{Best: m.Best, Square: m.Square}
	}
}

func resultOf(margin int) words.Score { return Score((64+margin)/2, (64-margin)/2) }

// ReviewControl returns the control of a review, for a game of this place or for typed moves.
func ReviewControl(g game.Game, verb, arg string) string {
	if g.Version > 0 { // played in this place
		return control.For(g, verb, arg)
	}
	return control.New(verb, arg+":"+control.Pack(g.Moves))
}

// TryControl returns the control that makes an exercise of a move. A colon and an answer can follow it.
func TryControl(g game.Game, number string) string {
	if g.Version > 0 {
		return control.For(g, "try", number)
	}
	return control.New("try", number+"."+control.Pack(g.Moves))
}
