package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// Slot returns the message of a slot for the current state of a game. It reports false if the slot
// has nothing to show any more.
func (v *Viewer) Slot(g game.Game, slot game.Slot, facts Extras) (chat.Message, bool) {
	switch name := slot.Name; {
	case name == game.BoardSlot:
		v.Post = slot.Post
		return v.Card(g, v.LastStory(g), facts), true
	case name == game.ChallengeSlot && g.Phase == game.Challenged:
		return v.Challenge(g, facts.Terms), true
	case name == game.ChallengeSlot && g.Phase == game.Over:
		return chat.Message{Text: v.All.Text(Ending(g, *g.Result)...)}, true
	case name == game.QuestionSlot && g.Ask == nil:
		return chat.Message{Text: v.All.Text(QuestionClosed(g))}, true
	case name == game.QuestionSlot:
		return v.Question(g, slot.Post), true
	case name == game.PingSlot:
		return v.Reminder(g)
	default: // the board shows a challenge that became a game
		return chat.Message{}, false
	}
}

// Card returns the message that shows a game. Its text begins with the sentences in happened.
func (v *Viewer) Card(g game.Game, happened Story, facts Extras) chat.Message {
	m := v.drawnCard(g, happened, facts)
	if v.ThemeName() == WordsTheme {
		p := m.Board.View.Position
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), RowsOf(v.All, p)...)
		if g.Phase != game.Over { // the rows do not mark the legal moves
			m.Text = append(append(m.Text, chat.Span{Text: "\n"}), v.All.Text(words.SpokenColor{Color: p.ToMove, Moves: words.Any(p.Legal())})...)
		}
		m.Board = nil
	}
	return m
}

func (v *Viewer) drawnCard(g game.Game, happened Story, facts Extras) chat.Message {
	p, theme := g.Position(), v.Theme()
	m := chat.Message{
		Aside: v.All.Text(v.scoreLine(g, p, theme)),
		Board: &chat.Board{View: BoardView(g, p), Theme: theme},
	}
	if corners := g.Handicap(); corners > 0 {
		m.Aside = v.All.Text(words.HandicapScore{Standing: m.Aside, Corners: corners})
	}
	if g.Coached {
		m.Aside = v.All.Text(words.CoachScore{Standing: m.Aside})
	}
	if g.Phase == game.Over {
		if g.Result.Reason == game.PlayedOut {
			happened = append(happened, Result(g, p)...)
		}
		happened = append(happened, rivalry(facts.Finished), milestone(facts.Finished))
		happened = append(happened, newRatings(v.All, facts.Finished)...)
		m.Text = v.All.Text(append(happened, v.voting(g, facts)...)...)
		m.Picture = v.endPicture(g, p)
		m.Footers = endFooters(v.All, g)
		m.Controls = v.withPages(v.endControls(g, facts), g, facts)
		v.addReview(g, facts, &m)
		return m
	}
	votes := v.voting(g, facts)
	m.Spoken = v.spoken(g, p, append(happened[:len(happened):len(happened)], votes...))
	m.Text = v.All.Text(append(append(happened, v.turn(g, p, happened)), votes...)...)
	if !g.EngineToMove() {
		m.Footers = gameFooters(v.All, v.Limits, g.Number(), p.Legal())
		if g.Rated {
			for i, f := range m.Footers {
				m.Footers[i] = v.All.Text(words.RatedFooter{Footer: f})
			}
		}
		m.Controls = v.withPages(v.gameControls(g, p, true), g, facts)
	}
	return m
}

// WithBoard adds the board of a lesson or a puzzle, and the score. In [WordsTheme] it only describes the board.
func (v *Viewer) WithBoard(l *words.Language, m chat.Message, board render.View) chat.Message {
	if v.ThemeName() == WordsTheme {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), RowsOf(l, board.Position)...)
		return m
	}
	m.Board = &chat.Board{View: board, Theme: v.Theme()}
	m.Aside = l.Text(v.discs(board.Position))
	return m
}

// discs shows the score, with the look of the discs if they are not black and white.
func (v *Viewer) discs(p rules.Position) words.Message {
	theme, now := v.Theme(), p.Score()
	blackDisc, whiteDisc := theme.Disc(rules.Black), theme.Disc(rules.White)
	if v.Limits.Letters {
		blackDisc, whiteDisc = "X", "O"
	}
	return standing(words.Side{Color: rules.Black}, words.Side{Color: rules.White}, blackDisc, whiteDisc, Score(now.Black, now.White))
}

// gameFooters returns the small print of a running game, longest form first. Every form lists the
// moves that do not fit in a select.
func gameFooters(l *words.Language, limits chat.Limits, number int, legal rules.Bitboard) []chat.Text {
	count := words.Count(legal.Len())
	brief := l.Text(words.MoveNumber{Number: number, Moves: count})
	first := "move " + legal.First().String()
	switch {
	case legal.Len() > limits.MoveButtons:
	case number > 1:
		return []chat.Text{brief}
	default:
		return []chat.Text{l.Text(words.FirstMove{Moves: count, Command: first}), brief}
	}
	list := legal.String()
	long := l.Text(words.MoveList{Number: number, Moves: list})
	if number == 1 {
		long = l.Text(words.MoveListFirst{Moves: list, Command: first})
	}
	if limits.Options > 0 {
		brief = l.Text(words.MoveMenu{Moves: count})
	}
	footers := []chat.Text{long, l.Text(words.MoveListOnly{Moves: list}), brief}
	if others := beyondSelect(limits, legal); !others.IsEmpty() {
		for i, f := range footers {
			footers[i] = l.Text(words.TypeOthers{Footer: f, Moves: others.String()})
		}
	}
	return footers
}

func endFooters(l *words.Language, g game.Game) []chat.Text {
	if len(g.Moves) == 0 {
		return nil
	}
	moves := rules.FormatTranscript(g.Moves)
	footers := []chat.Text{
		l.Text(words.EndMoves{Moves: moves}),
		l.Text(words.EndHistory{Moves: words.Count(len(g.Moves))}),
	}
	if opening := OpeningOf(g); opening != "" {
		full := l.Text(words.EndMovesOpening{Opening: words.Opening(opening), Moves: moves})
		footers = append([]chat.Text{full}, footers...)
	}
	return footers
}

// OpeningOf returns the last named opening that a game from the usual start reached, or "".
func OpeningOf(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return rules.OpeningOf(g.Moves)
}

func (v *Viewer) scoreLine(g game.Game, p rules.Position, theme render.Theme) words.Message {
	now := p.Score()
	if g.Phase == game.Over && g.Result.Reason == game.PlayedOut {
		now = p.FinalScore()
	}
	points := Score(now.Black, now.White)
	black, white := v.Side(g, rules.Black), v.Side(g, rules.White)
	blackDisc, whiteDisc := theme.Disc(rules.Black), theme.Disc(rules.White)
	level := int(g.Level)
	switch {
	case !g.AgainstEngine():
		return standing(black, white, blackDisc, whiteDisc, points)
	case blackDisc == "":
		return words.StandingLevel{Black: black, White: white, Score: points, Level: level}
	default:
		return words.StandingLevelDiscs{
			Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points, Level: level,
		}
	}
}

// standing shows the score and, unless they are "", the pictures of both discs.
func standing(black, white words.Side, blackDisc, whiteDisc string, points words.Score) words.Message {
	if blackDisc == "" {
		return words.Standing{Black: black, White: white, Score: points}
	}
	return words.StandingDiscs{Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points}
}

// DescribeByRows describes a game as [Viewer.Describe] does, and lists the discs row by row.
func (v *Viewer) DescribeByRows(g game.Game) chat.Text {
	return append(append(v.Describe(g, g.Position()), chat.Span{Text: "\n"}), RowsOf(v.All, g.Position())...)
}

// RowsOf describes the discs, one line for each row with discs.
func RowsOf(l *words.Language, p rules.Position) chat.Text {
	var lines []words.Message
	for number := 1; number <= 8; number++ {
		row := rules.Bitboard(0xff) << (8 * (number - 1))
		black, white := p.Black&row, p.White&row
		switch {
		case black.IsEmpty() && white.IsEmpty():
		case white.IsEmpty():
			lines = append(lines, words.RowBlack{Row: number, Black: words.All(black)})
		case black.IsEmpty():
			lines = append(lines, words.RowWhite{Row: number, White: words.All(white)})
		default:
			lines = append(lines, words.RowBoth{Row: number, Black: words.All(black), White: words.All(white)})
		}
	}
	return Lines(l, lines)
}

// DescribeDiscs describes a game as [Viewer.Describe] does, and lists the discs of each side.
func (v *Viewer) DescribeDiscs(g game.Game, p rules.Position) chat.Text {
	return append(append(v.Describe(g, p), chat.Span{Text: "\n"}), v.All.Text(DiscsOf(p)...)...)
}

// Describe describes a game, with the legal moves or its end, to a user who does not see the board.
func (v *Viewer) Describe(g game.Game, p rules.Position) chat.Text {
	happened := v.LastStory(g)
	switch {
	case g.Phase != game.Over:
		return v.spoken(g, p, happened)
	case g.Result.Reason == game.PlayedOut:
		return v.All.Text(append(happened, Result(g, p)...)...)
	default:
		return v.All.Text(happened...)
	}
}
