package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/people"
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

func markOf(kept people.Puzzler) string {
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

// puzzleHint names the move that wins an easy puzzle. It is nil where no other is left.
func puzzleHint(p puzzle.Puzzle, tried rules.Bitboard) words.Message {
	if left := p.Position.Legal() &^ tried; p.ID.Grade != puzzle.Easy || left.Len() < 2 {
		return nil
	}
	return words.PuzzleHint{Square: p.Best}
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
func (r *request) puzzleRefuted(p puzzle.Puzzle, tried rules.Square, a puzzle.Answer, board int) chat.Message {
	said := card.Story{words.PuzzleNoWin{Square: tried}}
	if len(a.Line) > 0 {
		said = card.Story{worth(a.Valued), words.PuzzleLine{Line: lineOf(a.Line)}}
	}
	again := card.Primary(card.Button(r.Own, words.TryAgainButton{}, puzzleControl(p.ID, againPuzzle)))
	m := message(puzzleText(r.Own, p.ID, said...), again)
	return r.withLine(m, p.Position, a.Line, board, control.Of("puzzle", p.ID.String()))
}

// puzzleOver shows how a puzzle has ended, and the move that wins with the reason and its line.
// The answer is that of this move.
func (r *request) puzzleOver(p puzzle.Puzzle, s standing, a puzzle.Answer, board int) chat.Message {
	said := append(ended(s), explained(p, a, s.kept)...)
	if s.kept.Streak > 1 {
		said = append(said, words.InARow{Puzzles: words.Count(s.kept.Streak)})
	}
	if !s.counts {
		said = append(said, words.PuzzlePast{})
	}
	line := a.Line
	if len(line) == 0 {
		line = []rules.Square{p.Best}
	}
	m := message(puzzleText(r.Own, p.ID, said...), r.afterPuzzle(s)...)
	return r.withLine(m, p.Position, line, board, control.Of("puzzle", p.ID.String()))
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

// explained says what the moves that somebody has failed with are worth, and why the best one
// wins.
func explained(p puzzle.Puzzle, a puzzle.Answer, kept people.Puzzler) (said card.Story) {
	if len(a.Line) == 0 {
		return card.Story{words.HintWin{Square: p.Best, Margin: words.Count(p.Margin)}}
	}
	for _, move := range a.Moves {
		if kept.Wrong.Has(move.Square) && !kept.Solved {
			said = append(said, worth(move))
		}
	}
	said = append(said, worth(a.Valued), takes(p), words.PuzzleLine{Line: lineOf(a.Line)})
	switch next := a.Moves[1]; { // one wins, and others do not
	case kept.Wrong.Has(next.Square):
		return said
	case next.Margin == 0:
		return append(said, words.PuzzleNextDraws{Square: next.Square})
	default:
		return append(said, words.PuzzleNextLoses{Square: next.Square, Margin: words.Count(-next.Margin)})
	}
}

// worth says what a move leads to.
func worth(move puzzle.Valued) words.Message {
	switch {
	case move.Margin > 0:
		return words.HintWin{Square: move.Square, Margin: words.Count(move.Margin)}
	case move.Margin == 0:
		return words.PuzzleDraws{Square: move.Square}
	default:
		return words.PuzzleLoses{Square: move.Square, Margin: words.Count(-move.Margin)}
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
	case !(answers & puzzle.Corners).IsEmpty():
		return words.PuzzleGivesCorner{Corner: (answers & puzzle.Corners).First()}
	case answers.Len() == 1:
		return words.PuzzleOneAnswer{Opponent: opponent, Answer: answers.First()}
	default:
		return words.PuzzleAnswers{Opponent: opponent, Answers: words.Count(answers.Len())}
	}
}

// sharedLine tells everybody how somebody has done, and nothing of the solution.
func (r *request) sharedLine(kept people.Puzzler, id puzzle.ID) words.Message {
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
	kept   people.Puzzler // what is kept of it, if it counts
}

// What is done to a puzzle by a control, instead of a move.
const (
	againPuzzle = "again" // it is shown as it stands
	sharePuzzle = "share" // others are told of it
)

// dailyGrade is the grade of the puzzles that places get.
const dailyGrade = puzzle.Easy

// mostSolvers is how many people are named for having solved a puzzle.
const mostSolvers = 20
