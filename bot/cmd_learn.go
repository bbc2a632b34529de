package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// lesson is a task for the user, who plays Black in the given position.
type lesson struct {
	task   words.Message
	board  string   // in the form of [rules.ParseBoard]
	decoys []string // illegal squares offered together with the legal moves
	answer func(lessonMove) (said words.Message, passed bool)
}

type lessonMove struct {
	square  rules.Square
	verdict rules.Verdict
	next    rules.Position
}

func lessons() []lesson {
	return []lesson{
		{words.LessonMove{}, "---------------------------OX------XO---------------------------", []string{"c3", "f3"}, learnMove},
		{words.LessonLines{}, "-------------------OX-----OO------X-X---------O-------X---------", []string{"f4"}, learnLines},
		{words.LessonPass{}, "XO------------------------------------------------------XO------", nil, learnPass},
		{words.LessonCorner{}, "-OX------------------------O--------X--------O------------------", nil, learnCorner},
	}
}

func learnMove(t lessonMove) (words.Message, bool) {
	return words.LearnedMove{Square: t.square, Flips: words.All(t.verdict.Flips)}, true
}

func learnLines(t lessonMove) (words.Message, bool) {
	lines := 0
	for _, ray := range t.verdict.Rays {
		if ray.Closed() {
			lines++
		}
	}
	if lines < 3 {
		return words.LearnedFewLines{Square: t.square, Flips: words.All(t.verdict.Flips)}, false
	}
	return words.LearnedLines{Square: t.square, Flips: words.All(t.verdict.Flips)}, true
}

func learnPass(t lessonMove) (words.Message, bool) { return words.LearnedPass{Square: t.square}, true }

func learnCorner(t lessonMove) (words.Message, bool) {
	if puzzle.Corners.Has(t.square) {
		return words.LearnedCorner{Square: t.square}, true
	}
	if given := t.next.Legal() & puzzle.Corners; !given.IsEmpty() {
		return words.LearnedXSquare{Square: t.square, Corner: given.First()}, false
	}
	return words.LearnedQuiet{Square: t.square, Flips: words.All(t.verdict.Flips)}, false
}

// pressLearn reads the lesson's number from the control's turn, and the square from its argument.
func (b *Bot) pressLearn(_ context.Context, r *request) (chat.Response, error) {
	n := int(r.control.At.Turn)
	if n == 0 {
		return whisper(r.lesson(1)), nil
	}
	if n > len(lessons()) {
		return chat.Response{}, errBadControl
	}
	m := r.lesson(n)
	if r.control.Arg != "" {
		square, err := rules.ParseSquare(r.control.Arg)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		m = r.lessonTried(n, square)
	}
	return edit(m), nil
}

func (r *request) lesson(n int) chat.Message {
	l := lessons()[n-1]
	m := chat.Message{Text: r.Own.Text(l.task), Controls: r.squaresToTry(n)}
	return r.WithBoard(r.Own, m, render.View{Position: l.position(), Last: rules.NoSquare})
}

func (r *request) lessonTried(n int, square rules.Square) chat.Message {
	l := lessons()[n-1]
	p := l.position()
	next, err := p.Play(square)
	if err != nil {
		m := r.lesson(n)
		m.Text = r.Own.Text(words.LearnedNothing{Square: square})
		return m
	}
	verdict := p.Check(rules.Black, square)
	said, passed := l.answer(lessonMove{square, verdict, next})
	m := chat.Message{Text: r.Own.Text(said)}
	switch {
	case !passed:
		m.Controls = r.squaresToTry(n)
	case n < len(lessons()):
		m.Controls = []chat.Row{card.Row(card.Primary(card.Button(r.Own, words.NextButton{}, lessonControl(n+1, ""))))}
	default:
		m.Text = r.Own.Append(m.Text, words.LessonsOver{})
		m.Controls = []chat.Row{r.startButtons()}
	}
	return r.WithBoard(r.Own, m, render.View{Position: next, Last: square, Flipped: verdict.Flips})
}

// position returns the board of the lesson. A test parses every board, so errors cannot occur.
func (l lesson) position() rules.Position {
	p, _ := rules.ParseBoard(l.board, rules.Black)
	return p
}

func (r *request) squaresToTry(n int) []chat.Row {
	l := lessons()[n-1]
	squares := l.position().Legal()
	for _, name := range l.decoys {
		decoy, _ := rules.ParseSquare(name)
		squares |= rules.SetOf(decoy)
	}
	var buttons []chat.Button
	for s := range squares.Squares() {
		buttons = append(buttons, card.Button(r.Own, words.SquareButton{Square: s}, lessonControl(n, s.String())))
	}
	return card.Rows(r.Limits, buttons)
}

func lessonControl(n int, square string) string {
	return control.Control{At: game.Moment{Turn: uint32(n)}, Verb: "learn", Arg: square}.String()
}
