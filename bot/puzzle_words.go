package bot

import (
	"cmp"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// gradeWords names the grades.
var gradeWords = [puzzle.Grades]words.Message{words.EasyChoice{}, words.MediumChoice{}, words.HardChoice{}}

// How somebody has done, without a word of the solution.
const (
	markAtOnce = "🟩"
	markSecond = "🟨"
	markFailed = "🟥"
)

func markOf(kept game.Puzzler) string {
	switch {
	case !kept.Solved:
		return markFailed
	case kept.Wrong.IsEmpty():
		return markAtOnce
	default:
		return markSecond
	}
}

// puzzleTitle is the number and the grade of a puzzle.
func puzzleTitle(l *words.Language, id puzzle.ID) words.Message {
	return words.PuzzleTitle{Number: id.Number, Grade: l.Text(gradeWords[id.Grade])}
}

// puzzleText puts the title of a puzzle above what is said of it.
func puzzleText(l *words.Language, id puzzle.ID, said ...words.Message) chat.Text {
	return below(l.Text(puzzleTitle(l, id)), l.Text(said...))
}

// puzzlePosed is a puzzle before it is over: with its legal moves but for those tried.
func (r *request) puzzlePosed(p puzzle.Puzzle, s standing) chat.Message {
	said := card.Story{words.PuzzleTask{Color: p.Position.ToMove}}
	if !s.counts {
		said = append(said, words.PuzzlePast{})
	}
	if !s.kept.Wrong.IsEmpty() {
		said = append(said, words.PuzzleTriedOnce{Square: s.kept.Wrong.First()}, puzzleHint(p, s.kept.Wrong))
	}
	m := chat.Message{Text: puzzleText(r.Own, p.ID, said...), Controls: r.squaresOf(p, s.kept.Wrong)}
	return r.WithBoard(r.Own, m, render.View{Position: p.Position, Last: rules.NoSquare})
}

// puzzleHint names two moves of an easy puzzle, of which one wins and the other flips the
// most. It is nil where no more are left.
func puzzleHint(p puzzle.Puzzle, tried rules.Bitboard) words.Message {
	others := p.Position.Legal() &^ tried &^ rules.SetOf(p.Best)
	if p.ID.Grade != puzzle.Easy || others.Len() < 2 {
		return nil
	}
	most := slices.MaxFunc(slices.Collect(others.Squares()), func(a, b rules.Square) int {
		return cmp.Compare(p.Position.Flips(a).Len(), p.Position.Flips(b).Len())
	})
	return words.PuzzleHint{Squares: words.Any(rules.SetOf(p.Best, most))}
}

// squaresOf are the legal moves of a puzzle that were not tried, to be chosen from.
func (r *request) squaresOf(p puzzle.Puzzle, tried rules.Bitboard) []chat.Row {
	return r.movesOf(p.Position, tried, control.Of("puzzle", p.ID.String()))
}

// movesOf are the legal moves of a position but for some, to be chosen from. The action of
// each is the one given, with the square behind it.
func (r *request) movesOf(p rules.Position, but rules.Bitboard, action string) []chat.Row {
	legal := p.Legal() &^ but
	if legal.Len() <= r.Limits.MoveButtons {
		return card.MoveButtons(r.Limits, legal, action, "")
	}
	return card.MoveSelect(r.Own, r.Limits, p, action, "")
}

// puzzleRefuted shows why a move does not win, and offers another try.
func (r *request) puzzleRefuted(p puzzle.Puzzle, tried rules.Square, a puzzle.Answer) chat.Message {
	said := card.Story{words.PuzzleNoWin{Square: tried}}
	if len(a.Line) > 0 {
		said = card.Story{worth(a), words.PuzzleLine{Line: lineOf(a)}}
	}
	again := card.Primary(card.Button(r.Own, words.TryAgainButton{}, puzzleControl(p.ID, againPuzzle)))
	m := chat.Message{Text: puzzleText(r.Own, p.ID, said...), Controls: []chat.Row{card.Row(again)}}
	return r.WithBoard(r.Own, m, afterLine(p.Position, a.Line[:min(len(a.Line), answered)]))
}

// answered is how many moves of a line are on the board where it is shown what is wrong with
// the first: who looks has to see the answer.
const answered = 2

// puzzleOver shows how a puzzle has ended, and the move that wins with the reason. The
// answer is that of the winning move, or of the last wrong one.
func (r *request) puzzleOver(p puzzle.Puzzle, s standing, a puzzle.Answer) chat.Message {
	said := append(ended(s), r.explained(p, a)...)
	if s.kept.Streak > 1 {
		said = append(said, words.InARow{Puzzles: words.Count(s.kept.Streak)})
	}
	if !s.counts {
		said = append(said, words.PuzzlePast{})
	}
	line := a.Line
	if len(line) == 0 || line[0] != p.Best {
		line = []rules.Square{p.Best}
	}
	m := chat.Message{Text: puzzleText(r.Own, p.ID, said...)}
	if buttons := r.afterPuzzle(s); len(buttons) > 0 {
		m.Controls = []chat.Row{card.Row(buttons...)}
	}
	return r.WithBoard(r.Own, m, afterLine(p.Position, line))
}

// ended tells how somebody has done.
func ended(s standing) card.Story {
	switch {
	case !s.counts:
		return card.Story{words.PuzzleSolved{}}
	case !s.kept.Solved:
		return card.Story{words.PuzzleFailed{}}
	case s.kept.Wrong.IsEmpty():
		return card.Story{words.PuzzleRight{}}
	default:
		return card.Story{words.PuzzleRightLater{}}
	}
}

// afterPuzzle are the controls of a puzzle that is over: to tell others of it, once, and
// the puzzles of the other grades.
func (r *request) afterPuzzle(s standing) []chat.Button {
	var buttons []chat.Button
	if s.counts && !s.kept.Shared {
		buttons = append(buttons, card.Primary(card.Button(r.Own, words.ShareButton{}, puzzleControl(s.id, sharePuzzle))))
	}
	for grade := range puzzle.Grade(puzzle.Grades) {
		if grade != s.id.Grade {
			buttons = append(buttons, card.Button(r.Own, gradeWords[grade], control.Of("puzzle", grade.String())))
		}
	}
	return buttons
}

// explained says what moves are worth and why the best one wins.
func (r *request) explained(p puzzle.Puzzle, a puzzle.Answer) card.Story {
	if len(a.Line) == 0 {
		return card.Story{words.HintWin{Square: p.Best, Margin: words.Count(p.Margin)}}
	}
	line := words.PuzzleLine{Line: lineOf(a)}
	if a.Square != p.Best {
		return card.Story{worth(a), line, words.HintWin{Square: p.Best, Margin: words.Count(p.Margin)}}
	}
	said := card.Story{worth(a), takes(p), line}
	if len(a.Moves) < 2 {
		return said
	}
	if next := a.Moves[1]; next.Margin == 0 {
		return append(said, words.PuzzleNextDraws{Square: next.Square})
	} else {
		return append(said, words.PuzzleNextLoses{Square: next.Square, Margin: words.Count(-next.Margin)})
	}
}

// worth says what a move leads to.
func worth(a puzzle.Answer) words.Message {
	switch {
	case a.Margin > 0:
		return words.HintWin{Square: a.Square, Margin: words.Count(a.Margin)}
	case a.Margin == 0:
		return words.PuzzleDraws{Square: a.Square}
	default:
		return words.PuzzleLoses{Square: a.Square, Margin: words.Count(-a.Margin)}
	}
}

// takes says what it takes to win: what the best move does to the other side.
func takes(p puzzle.Puzzle) words.Message {
	next, _ := p.Position.Play(p.Best) // it is legal
	opponent := p.Position.ToMove.Opponent()
	answers := next.Legal()
	switch {
	case next.Over():
		return nil
	case next.ToMove != opponent:
		return words.PuzzleNoAnswer{Opponent: opponent}
	case !(answers & corners).IsEmpty():
		return words.PuzzleGivesCorner{Corner: (answers & corners).First()}
	case answers.Len() == 1:
		return words.PuzzleOneAnswer{Opponent: opponent, Answer: answers.First()}
	default:
		return words.PuzzleAnswers{Opponent: opponent, Answers: words.Count(answers.Len())}
	}
}

func lineOf(a puzzle.Answer) string {
	text := ""
	for i, s := range a.Line {
		if i > 0 {
			text += " "
		}
		text += s.String()
	}
	return text
}

// afterLine is the board at the end of a line from a position.
func afterLine(p rules.Position, line []rules.Square) render.View {
	v := render.View{Position: p, Last: rules.NoSquare}
	for _, square := range line {
		next, err := v.Position.Play(square)
		if err != nil {
			break
		}
		v = render.View{Position: next, Last: square, Flipped: v.Position.Flips(square)}
	}
	return v
}

// sharedLine tells everybody how somebody has done, and nothing of the solution.
func (r *request) sharedLine(kept game.Puzzler, id puzzle.ID) words.Message {
	grade := r.All.Text(gradeWords[id.Grade])
	if kept.Streak < 2 {
		return words.PuzzleShared{Player: words.Name(r.by), Number: id.Number, Grade: grade, Mark: markOf(kept)}
	}
	return words.PuzzleSharedInARow{
		Player: words.Name(r.by), Number: id.Number, Grade: grade, Mark: markOf(kept), Puzzles: words.Count(kept.Streak),
	}
}

func puzzleControl(id puzzle.ID, deed string) string {
	return control.Of("puzzle", id.String()+":"+deed)
}

// standing holds how far somebody is with a puzzle.
type standing struct {
	id     puzzle.ID
	counts bool
	kept   game.Puzzler // what is kept of it, if it counts
}

// What is done to a puzzle by a control, instead of a move.
const (
	againPuzzle = "again" // it is shown as it stands
	sharePuzzle = "share" // others are told of it
)
