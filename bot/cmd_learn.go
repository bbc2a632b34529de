package bot

import (
	"context"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/lesson"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/words"
)

var lessonTasks = [lesson.Last]words.Message{
	words.LessonRules{},
	words.LessonCorners{},
	words.LessonXSquares{},
	words.LessonFewDiscs{},
	words.LessonMobility{},
	words.LessonQuietMoves{},
	words.LessonEdges{},
	words.LessonStableDiscs{},
	words.LessonParity{},
	words.LessonPass{},
}

// learn shows a lesson, or if n is 0 the first that the user has not finished.
func (b *Bot) learn(ctx context.Context, r *request, n lesson.Number) (chat.Response, error) {
	if n == 0 {
		chosen, err := people.ChoicesOf(ctx, b.People, r.by)
		if err != nil {
			return chat.Response{}, err
		}
		if n = lesson.Number(bits.TrailingZeros16(^chosen.Lessons) + 1); n > lesson.Last {
			n = lesson.Rules
		}
	}
	return whisper(r.lessonPosed(n)), nil
}

// pressLearn takes the number of a lesson. After a colon, it shows the lesson in the same message, or tries a move.
func (b *Bot) pressLearn(ctx context.Context, r *request) (chat.Response, error) {
	name, choice, same := strings.Cut(r.control.Arg, ":")
	number, err := strconv.Atoi(name)
	n := lesson.Number(number)
	switch {
	case name == "":
		return b.learn(ctx, r, 0)
	case err != nil || n < 1 || n > lesson.Last:
		return chat.Response{}, errBadControl
	case choice != "":
		return b.tryLesson(ctx, r, n, choice)
	case same:
		return edit(r.lessonPosed(n)), nil
	}
	return b.learn(ctx, r, n)
}

func (r *request) lessonPosed(n lesson.Number) chat.Message {
	l := lesson.At(n)
	m := r.posed(r.lessonText(n, lessonTasks[n-1]), l.Position, l.Squares(), lessonControl(n))
	m.Controls = append(m.Controls, card.Row(r.otherLessons(n)...))
	return m
}

func (r *request) lessonText(n lesson.Number, said ...words.Message) chat.Text {
	return appendLine(r.Own.Text(words.LessonTitle{Number: int(n), Most: int(lesson.Last)}), r.Own.Text(said...))
}

// tryLesson stores that the user finished the lesson before it says so.
func (b *Bot) tryLesson(ctx context.Context, r *request, n lesson.Number, choice string) (chat.Response, error) {
	l := lesson.At(n)
	square, board, ok := parseTry(l.Squares(), choice)
	if !ok {
		return chat.Response{}, errBadControl
	}
	move := l.Moves[slices.IndexFunc(l.Moves, func(m lesson.Move) bool { return m.Square == square })]
	buttons := append([]chat.Button{card.Button(r.Own, words.TryAgainButton{}, lessonControl(n)+":")}, r.otherLessons(n)...)
	if square == l.Moves[0].Square {
		_, err := people.ChangeChoices(ctx, b.People, r.by, r.Now, func(c people.Choices) people.Choices {
			c.Lessons |= 1 << (n - 1)
			return c
		})
		if err != nil {
			return chat.Response{}, err
		}
		buttons = r.otherLessons(n)
		slices.Reverse(buttons)
	}
	m := message(r.lessonText(n, lessonAnswer(n, l, move)...))
	if n == lesson.Last && square == l.Moves[0].Square {
		m.Text = r.Own.Append(m.Text, words.LessonsOver{})
		m.Controls = []chat.Row{r.startButtons()}
	}
	buttons[0] = card.Primary(buttons[0])
	m.Controls = append(m.Controls, card.Row(buttons...))
	return edit(r.withLine(m, l.Position, move.Line, board, lessonControl(n))), nil
}

func lessonAnswer(n lesson.Number, l lesson.Lesson, m lesson.Move) []words.Message {
	verdict := l.Position.Check(rules.Black, m.Square)
	switch next, err := l.Position.Play(m.Square); {
	case err != nil:
		return []words.Message{words.LearnedNothing{Square: m.Square}}
	case n == lesson.Rules && m.Square == l.Moves[0].Square:
		return []words.Message{words.LearnedLines{Square: m.Square, Flips: words.All(verdict.Flips)}}
	case n == lesson.Rules:
		return []words.Message{words.LearnedFewLines{Square: m.Square, Flips: words.All(verdict.Flips)}}
	case m.Margin > 0:
		return []words.Message{words.HintWin{Square: m.Square, Margin: words.Count(m.Margin)}, whyRight(n, m, verdict.Flips, next)}
	default:
		return []words.Message{words.PuzzleLoses{Square: m.Square, Margin: words.Count(-m.Margin)}, whyWrong(n, l, m, next)}
	}
}

func whyRight(n lesson.Number, m lesson.Move, flips rules.Bitboard, next rules.Position) words.Message {
	moves := words.Count(next.Legal().Len())
	switch n {
	case lesson.Corners:
		return words.LearnedCorner{}
	case lesson.XSquares:
		return words.LearnedNoCorner{}
	case lesson.FewDiscs:
		return words.LearnedFewDiscs{Flips: words.All(flips), Moves: moves}
	case lesson.Mobility:
		return words.LearnedFewMoves{Moves: moves}
	case lesson.QuietMoves:
		return words.LearnedQuiet{Flips: words.All(flips)}
	case lesson.Edges:
		return words.LearnedEdge{}
	case lesson.StableDiscs:
		return words.LearnedStable{Discs: words.Count(m.Count)}
	case lesson.Parity:
		return words.LearnedOdd{Number: m.Count}
	default:
		return words.LearnedPass{}
	}
}

func whyWrong(n lesson.Number, l lesson.Lesson, m lesson.Move, next rules.Position) words.Message {
	before, moves, right := l.Position, next.Legal(), l.Moves[0].Square
	switch n {
	case lesson.Corners:
		return words.LearnedCornerLeft{Corner: right}
	case lesson.XSquares:
		corner := m.Line[1]
		if corner.Row() == m.Square.Row() || corner.Column() == m.Square.Column() {
			return words.LearnedCSquare{Square: m.Square, Corner: corner}
		}
		return words.LearnedXSquare{Square: m.Square, Corner: corner}
	case lesson.FewDiscs:
		return words.LearnedManyDiscs{Discs: before.Flips(m.Square).Len(), Number: moves.Len()}
	case lesson.Mobility:
		best, _ := before.Play(right) // it is legal
		return words.LearnedManyMoves{Moves: moves.Len(), Less: best.Legal().Len()}
	case lesson.QuietMoves:
		return words.LearnedLoud{Squares: words.All(moves &^ before.LegalFor(rules.White))}
	case lesson.Edges:
		if answer := m.Line[1]; next.Flips(answer).Has(m.Square) {
			return words.LearnedEdgeFlipped{Answer: answer}
		}
		return words.LearnedEdgeLeft{Answer: m.Line[1]}
	case lesson.StableDiscs:
		return words.LearnedUnstable{}
	case lesson.Parity:
		return words.LearnedEven{Number: m.Count}
	default:
		return words.LearnedNoPass{Legal: words.Any(moves)}
	}
}

// otherLessons returns buttons for the lessons before and after n, in the same message.
func (r *request) otherLessons(n lesson.Number) (buttons []chat.Button) {
	if n > 1 {
		buttons = append(buttons, card.Button(r.Own, words.PageBackButton{}, lessonControl(n-1)+":"))
	}
	if n < lesson.Last {
		buttons = append(buttons, card.Button(r.Own, words.NextButton{}, lessonControl(n+1)+":"))
	}
	return buttons
}

func lessonControl(n lesson.Number) string { return control.New("learn", strconv.Itoa(int(n))) }
