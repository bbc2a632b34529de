package card

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
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
	labelled := func(label review.Label) []review.Move {
		return slices.DeleteFunc(slices.Clone(found.Moves), func(m review.Move) bool { return m.Color != side || m.Label() != label })
	}
	var list []chat.Text
	if blunders := labelled(review.Blunder); len(blunders) > 0 {
		worst := slices.MaxFunc(blunders, func(a, b review.Move) int { return cmp.Compare(a.Cost(), b.Cost()) })
		list = append(list, l.Text(words.CountBlunders{Blunders: words.Count(len(blunders)), Square: worst.Square}))
	}
	if mistakes := labelled(review.Mistake); len(mistakes) > 0 {
		list = append(list, l.Text(words.CountMistakes{Mistakes: words.Count(len(mistakes))}))
	}
	if len(list) == 0 {
		return l.Text(words.NoMistakes{})
	}
	return l.List(list)
}

func (v *Viewer) turningStory(g game.Game, found review.Review) Story {
	winner, decided := found.Winner()
	if !decided {
		return nil
	}
	if found.Turning == 0 {
		return Story{words.AlwaysAhead{Side: v.Side(g, winner)}}
	}
	m := found.Moves[found.Turning-1]
	list := Story{v.ledUntil(g, found)}
	i := slices.IndexFunc(found.Moments, func(at review.Moment) bool { return at.Number == found.Turning })
	if i < 0 || len(found.Moments[i].Reasons) == 0 {
		return append(list, words.BetterWas{Best: m.Best, Square: m.Square})
	}
	first := found.Moments[i].Reasons[0]
	if first.Kind == review.CornerGiven || first.Kind == review.CornerOpened {
		return append(list, words.GaveCorner{Square: m.Square, Corner: first.At, Color: winner})
	}
	return append(list, ReasonWords(m, first))
}

func (v *Viewer) ledUntil(g game.Game, found review.Review) words.Message {
	loser := found.Moves[found.Turning-1].Color
	if person := g.Player(loser); g.AgainstEngine() && person != game.Engine && person != game.Nobody {
		return words.YouLedUntil{Move: found.Turning}
	}
	return words.LedUntil{Side: v.Side(g, loser), Move: found.Turning}
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

// minFind is the smallest number of discs by which a find made use of an error.
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
	text := v.sideLines(l, g, found)
	turning := v.turningStory(g, found)
	if len(found.Moments) == 0 {
		turning = append(turning, words.NoMoments{})
	}
	if len(turning) > 0 {
		text = append(append(text, chat.Span{Text: "\n"}), l.Text(turning...)...)
	}
	end := found.Positions()[len(found.Moves)]
	board := render.View{Position: end, Last: found.Moves[len(found.Moves)-1].Square, Ended: true}
	return chat.Message{
		Text:    text,
		Board:   &chat.Board{View: board, Theme: v.Theme()},
		Picture: v.curvePicture(g, found),
		Footers: []chat.Text{l.Text(words.AccuracyOf{}, words.ChancesOf{})},
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
	list := Story{momentWords(v.Side(g, m.Color), at.Number, m)}
	if at.Number == found.Turning {
		list = append(list, v.ledUntil(g, found))
	}
	text := v.Own.Text(append(list, WhyBetter(m, at.Reasons)...)...)
	lines := MomentLines(at)
	page := chat.Message{
		Text: text, Board: &chat.Board{View: board, Theme: v.Theme()}, Picture: v.momentPicture(board, m),
		Footers: []chat.Text{v.Own.Text(lines)},
	}
	if len(at.Reasons) == 0 { // only the lines can explain the move
		page.Text, page.Footers = append(append(text, chat.Span{Text: "\n"}), v.Own.Text(lines)...), nil
	}
	return page
}

// WhyBetter says what a move cost, and why the best move was better.
func WhyBetter(m review.Move, reasons []review.Reason) (list Story) {
	if !m.Exact { // the reasons of an exact move include its cost
		list = append(list, costWords(m))
	}
	return append(list, Reasons(m, reasons)...)
}

// Reasons describes the faults of a move.
func Reasons(m review.Move, reasons []review.Reason) (list Story) {
	for _, reason := range reasons {
		list = append(list, ReasonWords(m, reason))
	}
	return list
}

// MomentLines shows the moves that follow after the move of a moment, and after the better move.
func MomentLines(at review.Moment) words.Message {
	return words.MomentLine{Line: rules.FormatTranscript(at.Line), Better: rules.FormatTranscript(at.BestLine)}
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
		more = append(more, Button(v.Own, words.TryItButton{}, TryControl(g, number)))
		if playOn {
			more = append(more, Button(v.Own, words.PlayOnButton{}, ReviewControl(g, "play-on", number)))
		}
	}
	if n < len(found.Moments) {
		turn = append(turn, Primary(page(words.NextPageButton{}, n+1)))
	}
	if !shared {
		more = append(more, Button(v.Own, words.ShareButton{}, ReviewControl(g, "share", strconv.Itoa(n))))
	}
	if len(turn)+len(more) == 0 {
		return nil
	}
	return []chat.Row{Row(append(turn, more...)...)}
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

// costWords says what a move cost in winning chances, or in discs if the game was decided or the chances stay equal.
func costWords(m review.Move) words.Message {
	instead, left := int(math.Round(m.BestWin())), int(math.Round(m.Win()))
	if m.Decided() || instead == left {
		return words.MomentDiscs{Best: m.Best, Lost: words.Count(math.Round(m.Lost()))}
	}
	return words.MomentChances{Best: m.Best, Instead: instead, Left: left}
}

func ReasonWords(m review.Move, why review.Reason) words.Message {
	us, other := m.Color, m.Color.Opponent()
	switch why.Kind {
	case review.CornerGiven, review.CornerLeft:
		return words.WhyCornerGiven{Square: m.Square, Best: m.Best, Corner: why.At, Color: other}
	case review.CornerOpened:
		return words.WhyCornerOpened{Square: m.Square, Corner: why.At, Color: other, Line: rules.FormatTranscript(why.By)}
	case review.EdgeOpened:
		return words.WhyEdge{Square: m.Square, At: why.At, Color: other}
	case review.Mobility:
		return words.WhyMobility{Square: m.Square, Best: m.Best, Color: other, Moves: why.Count, Less: why.Instead}
	case review.Greedy:
		return words.WhyGreedy{Square: m.Square, Best: m.Best, Flips: why.Count, Less: why.Instead, Color: other}
	case review.FewMoves:
		return words.WhyFewMoves{Square: m.Square, Best: m.Best, Color: us, Moves: why.Count, More: why.Instead}
	case review.Squeezed:
		return words.WhySqueezed{
			Square: m.Square, Best: m.Best, Color: us, Moves: why.Count, Against: why.Against, More: why.Instead, Instead: why.AgainstInstead,
		}
	case review.CornerLost:
		return words.WhyCornerPlay{Color: other, Corner: why.At, After: m.Square, Not: m.Best}
	case review.CornerMissed:
		return words.WhyCornerPlay{Color: us, Corner: why.At, After: m.Best, Not: m.Square}
	case review.OnlyWin:
		return words.WhyOnlyWin{Best: m.Best, Moves: why.Count}
	case review.CornerAvailable:
		return words.WhyCornerThere{Best: m.Best}
	case review.NextToCorner:
		return words.WhyBeside{Square: m.Square, Corner: why.At}
	case review.Frontier:
		return words.WhyFrontier{Square: m.Square, Best: m.Best, Color: us, Discs: why.Count, Less: why.Instead}
	case review.Result:
		return words.WhyResult{Square: m.Square, Best: m.Best, Color: us, Result: resultOf(why.Count), Instead: resultOf(why.Instead)}
	default:
		return nil
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
