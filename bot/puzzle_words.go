package bot

import (
	"slices"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

var gradeWords = [puzzle.Grades]words.Message{words.EasyChoice{}, words.MediumChoice{}, words.HardChoice{}}

// Marks for a user's result in a puzzle. A mark does not reveal the solution.
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

func puzzleText(l *words.Language, id puzzle.ID, said ...words.Message) chat.Text {
	title := words.PuzzleTitle{Number: id.Number, Grade: l.Text(gradeWords[id.Grade])}
	return appendLine(l.Text(title), l.Text(said...))
}

func (r *request) puzzlePosed(p puzzle.Puzzle, s puzzleProgress) chat.Message {
	said := card.Story{words.PuzzleTask{Color: p.Position.ToMove}}
	if !s.counts {
		said = append(said, words.PuzzlePast{})
	}
	if !s.kept.Wrong.IsEmpty() {
		said = append(said, words.PuzzleTriedOnce{Square: s.kept.Wrong.First()}, puzzleHint(p, s.kept.Wrong))
	}
	return r.posed(puzzleText(r.Own, p.ID, said...), p.Position, p.Position.Legal()&^s.kept.Wrong, control.New("puzzle", p.ID.String()))
}

// posed shows a position with squares to try, as buttons or, if they are too many, in a menu of all legal moves.
// Each control is action, a colon and the square.
func (r *request) posed(text chat.Text, p rules.Position, squares rules.Bitboard, action string) chat.Message {
	m := chat.Message{Text: text, Controls: card.MoveSelect(r.Own, r.Limits, p, action, "")}
	if squares.Len() <= r.Limits.MoveButtons {
		m.Controls = card.MoveButtons(r.Limits, squares, action, "")
	}
	return r.WithBoard(r.Own, m, render.View{Position: p, Last: rules.NoSquare})
}

// puzzleHint returns nil unless the puzzle is easy and at least two moves are left.
func puzzleHint(p puzzle.Puzzle, tried rules.Bitboard) words.Message {
	if left := p.Position.Legal() &^ tried; p.ID.Grade != puzzle.Easy || left.Len() < 2 {
		return nil
	}
	return words.PuzzleHint{Square: p.Best}
}

func (r *request) puzzleRefuted(p puzzle.Puzzle, tried rules.Square, a puzzle.Answer, board int) chat.Message {
	said := card.Story{words.PuzzleNoWin{Square: tried}}
	if len(a.Line) > 0 {
		said = card.Story{moveResult(a.RatedMove), words.PuzzleLine{Line: lineOf(a.Line)}}
	}
	again := card.Primary(card.Button(r.Own, words.TryAgainButton{}, puzzleControl(p.ID, againPuzzle)))
	m := message(puzzleText(r.Own, p.ID, said...), again)
	return r.withLine(m, p.Position, a.Line, board, control.New("puzzle", p.ID.String()))
}

// puzzleOver shows the end of a puzzle. The answer a must be for the winning move.
func (r *request) puzzleOver(p puzzle.Puzzle, s puzzleProgress, a puzzle.Answer, board int) chat.Message {
	said := append(puzzleResult(s), solutionStory(p, a, s.kept)...)
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
	return r.withLine(m, p.Position, line, board, control.New("puzzle", p.ID.String()))
}

func puzzleResult(s puzzleProgress) card.Story {
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

func (r *request) afterPuzzle(s puzzleProgress) []chat.Button {
	var buttons []chat.Button
	if s.counts && !s.kept.Shared {
		buttons = append(buttons, card.Primary(card.Button(r.Own, words.ShareButton{}, puzzleControl(s.id, sharePuzzle))))
	}
	for grade := range puzzle.Grade(puzzle.Grades) {
		if grade != s.id.Grade {
			buttons = append(buttons, card.Button(r.Own, gradeWords[grade], control.New("puzzle", grade.String())))
		}
	}
	return buttons
}

// solutionStory says why the best move wins. If the user failed, it first says where their moves led.
func solutionStory(p puzzle.Puzzle, a puzzle.Answer, kept people.Puzzler) (said card.Story) {
	if len(a.Line) == 0 {
		return card.Story{words.HintWin{Square: p.Best, Margin: words.Count(p.Margin)}}
	}
	for _, move := range a.Moves {
		if kept.Wrong.Has(move.Square) && !kept.Solved {
			said = append(said, moveResult(move))
		}
	}
	said = append(said, moveResult(a.RatedMove), opponentAnswers(p), words.PuzzleLine{Line: lineOf(a.Line)})
	switch next := a.Moves[1]; { // a puzzle has one winning move and at least one other
	case kept.Wrong.Has(next.Square):
		return said
	case next.Margin == 0:
		return append(said, words.PuzzleNextDraws{Square: next.Square})
	default:
		return append(said, words.PuzzleNextLoses{Square: next.Square, Margin: words.Count(-next.Margin)})
	}
}

func moveResult(move puzzle.RatedMove) words.Message {
	switch {
	case move.Margin > 0:
		return words.HintWin{Square: move.Square, Margin: words.Count(move.Margin)}
	case move.Margin == 0:
		return words.PuzzleDraws{Square: move.Square}
	default:
		return words.PuzzleLoses{Square: move.Square, Margin: words.Count(-move.Margin)}
	}
}

func opponentAnswers(p puzzle.Puzzle) words.Message {
	next, _ := p.Position.Play(p.Best) // the best move is legal
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

func (r *request) sharedLine(kept people.Puzzler, id puzzle.ID) words.Message {
	grade := r.All.Text(gradeWords[id.Grade])
	if kept.Streak < 2 {
		return words.PuzzleShared{Player: words.Name(r.by), Number: id.Number, Grade: grade, Mark: markOf(kept)}
	}
	return words.PuzzleSharedInARow{
		Player: words.Name(r.by), Number: id.Number, Grade: grade, Mark: markOf(kept), Puzzles: words.Count(kept.Streak),
	}
}

func puzzleControl(id puzzle.ID, choice string) string {
	return control.New("puzzle", id.String()+":"+choice)
}

type puzzleProgress struct {
	id     puzzle.ID
	counts bool
	kept   people.Puzzler // stored progress, if the puzzle counts
}

// Choices in the control of a puzzle that are not moves.
const (
	againPuzzle = "again" // shows the puzzle again, with the user's progress
	sharePuzzle = "share" // shares the result with the place
)

const (
	dailyGrade = puzzle.Easy
	maxSolvers = 20
	maxCounted = 980
)

// maxBoards limits the boards that show a line. Each board adds two moves.
const maxBoards = 3

// withLine shows one board of a line of moves from p. A longer line gets a button for each board. Each
// control is action, a colon and text for [parseTry].
func (r *request) withLine(m chat.Message, p rules.Position, line []rules.Square, board int, action string) chat.Message {
	boards := slices.Collect(slices.Chunk(line, 2))
	boards = boards[:min(len(boards), maxBoards)]
	board = min(board, len(boards))
	if len(boards) > 1 {
		m.Controls = append([]chat.Row{boardButtons(boards, board, action+":"+line[0].String()+":")}, m.Controls...)
	}
	return r.WithBoard(r.Own, m, afterLine(p, line[:min(2*board, len(line))]))
}

func boardButtons(boards [][]rules.Square, shown int, action string) chat.Row {
	var buttons []chat.Button
	for i, moves := range boards {
		button := chat.Button{Label: lineOf(moves), Action: action + strconv.Itoa(i+1)}
		if i+1 == shown {
			button = card.Primary(button)
		}
		buttons = append(buttons, button)
	}
	return card.Row(buttons...)
}

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

func lineOf(line []rules.Square) string {
	var text []string
	for _, s := range line {
		text = append(text, s.String())
	}
	return strings.Join(text, " ")
}
