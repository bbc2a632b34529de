package card

import (
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

// Page returns a message that shows a game after its first n moves, and the whole line of moves. Only
// a player who may act in a running game gets controls, and sees the legal moves on their turn.
func (v *Viewer) Page(g game.Game, n int, facts Extras, by game.Player) chat.Message {
	then, newest := g, n == len(g.Moves)
	if !newest {
		then = g.Until(n)
	}
	happened := v.LastStory(then)
	if !newest && n == 0 && then.SeatFree() { // the player has been forgotten since
		happened = Story{words.GameBegan{}}
	}
	line := Line(g.Start, g.Moves, n, facts.Review)
	board := &chat.Board{View: line.Boards[n], Theme: v.Theme()}
	m := chat.Message{Text: v.All.Text(happened...), Aside: v.All.Text(v.scoreLine(then, board.View.Position, board.Theme))}
	if newest {
		m = v.drawnCard(g, happened, facts)
	}
	spoken := v.All.Text(append(slices.Clip(happened), DiscsOf(board.View.Position)...)...)
	m.Board, m.Line, m.Controls = board, line, nil
	board.View.Ended = newest && g.Phase == game.Over
	mayMove := newest && v.addActions(g, by, &m)
	switch {
	case mayMove:
		m.Footers = m.Footers[len(m.Footers)-1:] // the longer forms name commands
	case !board.View.Ended: // a card of a running game names its legal moves
		m.Spoken, m.Footers = spoken, nil
	}
	m.Picture = v.boardPicture(board.View, rules.NoSquare, spoken)
	if found := facts.Review; found != nil {
		line.Chart = v.chart(*found)
		if n > 0 && line.Moves[n-1].Mark != "" {
			v.addMoment(g, *found, n, &m)
		}
	}
	for c := range line.Sides {
		line.Sides[c] = v.player(g.Player(rules.Color(c)))
	}
	for _, text := range append([]chat.Text{m.Text, m.Spoken, m.Aside, spoken, line.Sides[0], line.Sides[1]}, m.Footers...) {
		v.nameByColor(g, text, facts.Unnamed)
	}
	return m
}

// addActions adds the controls for a player of a running game. It reports whether the player may move now.
func (v *Viewer) addActions(g game.Game, by game.Player, m *chat.Message) (mayMove bool) {
	_, seated := g.Side(by)
	if g.Phase != game.Playing || g.EngineToMove() || by == game.Nobody || g.Mode == game.Duel && !seated {
		return false
	}
	p := g.Position()
	if mayMove = g.Voting() && !g.Ballot.Closed || g.MayPlay(by, v.Now) == nil; mayMove {
		m.Board.View.Hints = p.Legal()
	}
	user, _ := chat.ParseUserID(string(by)) // players are made of user ids
	m.Controls = PageControls(v.gameControls(g, p, mayMove), user)
	if g.CanAnswer(by) == nil {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), v.Question(g, 0).Text...)
		m.Controls = append(m.Controls, AnswerButtons(v.All, g, ""))
	}
	if _, _, err := g.Undo(by, v.Now); err == nil {
		m.Controls = append(m.Controls, Row(Button(v.All, words.UndoButton{}, control.For(g, "undo", ""))))
	}
	if _, _, err := g.Claim(by, v.Now); err == nil {
		m.Controls = append(m.Controls, Row(Button(v.All, words.ClaimButton{}, control.For(g, "claim", ""))))
	}
	if by.GuestName() != "" {
		m.Controls = append(m.Controls, Row(Button(v.All, words.LeaveButton{}, control.For(g, "leave", ""))))
	}
	return mayMove
}

// OnPage reports whether a page of a game allows a control to a user: only what belongs to the game, because a
// player may have given the address to others. Without a user, it allows only exercises.
func OnPage(c control.Control, user chat.UserID) bool {
	return c.Game != 0 && (user != chat.UserID{} || c.Verb == "try")
}

// PageControls returns the buttons that a page allows to a user.
func PageControls(rows []chat.Row, user chat.UserID) (kept []chat.Row) {
	for _, row := range rows {
		row.Select = nil
		row.Buttons = slices.DeleteFunc(slices.Clone(row.Buttons), func(b chat.Button) bool {
			c, err := control.Parse(b.Action)
			return err != nil || !OnPage(c, user)
		})
		if len(row.Buttons) > 0 {
			kept = append(kept, row)
		}
	}
	return kept
}

// addMoment says why move n was worse than another. Only the moments of a review have reasons, and can be tried.
func (v *Viewer) addMoment(g game.Game, found review.Review, n int, m *chat.Message) {
	move, why := found.Moves[n-1], review.Reason{}
	if i := slices.IndexFunc(found.Moments, func(at review.Moment) bool { return at.Number == n }); i >= 0 {
		why = found.Moments[i].Reason
		m.Controls = []chat.Row{Row(Button(v.All, words.TryItButton{}, TryControl(g, strconv.Itoa(n))))}
	}
	story := append(Story{momentWords(v.Side(g, move.Color), n, move)}, WhyBetter(move, why)...)
	m.Text = append(append(m.Text, chat.Span{Text: "\n"}), v.All.Text(story...)...)
	m.Picture = v.boardPicture(m.Board.View, move.Best, m.Picture.Alt)
}

func (v *Viewer) boardPicture(board render.View, better rules.Square, alt chat.Text) *chat.Picture {
	return &chat.Picture{Image: render.Diagram{View: board, Better: better, Colors: v.Theme().Colors()}, Alt: alt}
}

// Line returns moves from a position, for a message that shows the board after n of them. A review marks the
// mistakes; it may be nil.
func Line(start rules.Position, moves []rules.Square, n int, found *review.Review) *chat.Line {
	board := render.View{Position: start, Last: rules.NoSquare}
	l := &chat.Line{At: n, Boards: append(make([]render.View, 0, len(moves)+1), board)}
	for i, square := range moves {
		before := board.Position
		next, _ := before.Play(square) // legal, because it was played
		step := chat.Step{Square: square.String(), White: before.ToMove == rules.White}
		if found != nil {
			step.Mark = marks[found.Moves[i].Label()]
		}
		board = render.View{Position: next, Last: square, Flipped: before.Flips(square)}
		l.Moves, l.Boards = append(l.Moves, step), append(l.Boards, board)
	}
	return l
}

var marks = map[review.Label]string{review.Inaccuracy: "?!", review.Mistake: "?", review.Blunder: "??"}

func (v *Viewer) player(p game.Player) chat.Text {
	switch person := words.Name(p); {
	case person.Engine:
		return v.All.Text(words.TheBot{})
	case person.Channel:
		return v.All.Text(words.TheChannel{})
	case person.Guest != "":
		return chat.Say(person.Guest)
	case person.User != nil:
		return chat.Say(chat.NameOf(*person.User))
	default:
		return nil
	}
}

// nameByColor adds the names to show for people whose names a page does not know: their colors. They
// replace people whom the page must not name.
func (v *Viewer) nameByColor(g game.Game, text chat.Text, unnamed func(game.Player) bool) {
	for i, s := range text {
		if s.User == nil {
			continue
		}
		p := game.Player(s.User.String())
		name := v.All.String(words.Somebody{})
		color, plays := g.Side(p)
		if plays {
			name = v.All.String([...]words.Message{words.Black{}, words.White{}}[color])
		}
		if text[i].Kind = chat.SpanName; plays {
			text[i].Text = name
		}
		if unnamed(p) {
			text[i] = chat.BoldOf(name)
		}
	}
}
