package bot

import (
	"slices"
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
)

// card is the message that shows a game: what happened, who is to move, the
// score, the board, and what can be done. What happened comes without a full
// stop.
func (b *Bot) card(r request, g game.Game, happened chat.Text) chat.Message {
	p, last := g.Position(), g.LastMove()
	theme := b.theme(r)
	m := chat.Message{
		Text:  chat.Say(opening(happened), tail(r, g, p, last), "\n", scoreLine(g, p, theme)),
		Board: &chat.Board{View: view(g, p, last), Theme: theme},
	}
	switch {
	case g.Phase == game.Over:
		if len(g.Moves) > 0 {
			m.Footer = chat.Say("Moves: ", chat.CodeOf(rules.FormatTranscript(g.Moves)))
		}
		m.Controls = endControls(g)
	case g.EngineToMove():
		m.Footer = chat.Say("The bot is thinking.")
	default:
		m.Footer = chat.Say(
			"Legal: "+p.Legal().String()+" · move "+strconv.Itoa(g.Number())+" · ",
			chat.CommandOf("move "+p.Legal().First().String()),
		)
		m.Controls = gameControls(r, g, p)
	}
	return m
}

// theme is the place's theme: the chosen one if the platform has it, else the
// platform's own. A theme that only the platform can draw has but a name.
func (b *Bot) theme(r request) render.Theme {
	name := r.room.Settings.Theme
	if !slices.Contains(r.limits.Themes, name) {
		if len(r.limits.Themes) == 0 {
			return render.Theme{}
		}
		name = r.limits.Themes[0]
	}
	if theme, ok := render.ThemeNamed(name); ok {
		return theme
	}
	return render.Theme{Name: name}
}

// view is the board to be drawn, with the moves of a person marked and what the
// last move did.
func view(g game.Game, p rules.Position, last []game.Event) render.View {
	v := render.View{Position: p, Last: rules.NoSquare}
	if g.Phase == game.Playing && g.Player(p.ToMove) != game.Engine {
		v.Hints = p.Legal()
	}
	for _, e := range last {
		if m, ok := e.(game.Moved); ok {
			v.Last, v.Flipped = m.Square, m.Flips
		}
	}
	return v
}

// scoreLine tells who has how many discs. A theme whose discs are not black and
// white shows them beside the colours' names.
func scoreLine(g game.Game, p rules.Position, theme render.Theme) chat.Text {
	score := p.Score()
	if g.Phase == game.Over && g.Result.Reason == game.PlayedOut {
		score = p.FinalScore()
	}
	line := append(
		append(sideOrColor(g, rules.Black), chat.Span{Text: " " + strconv.Itoa(score.Black) + " – " + strconv.Itoa(score.White) + " "}),
		sideOrColor(g, rules.White)...,
	)
	if black := theme.Disc(rules.Black); black != "" {
		line = chat.Say(black+" ", line, " "+theme.Disc(rules.White))
	}
	return line
}

// gameControls are the moves, then what else can be done with a running game.
func gameControls(r request, g game.Game, p rules.Position) []chat.Row {
	prefix := controlPrefix(g.ID, g.Turn)
	rows := moveControls(r.limits, p, prefix+"move:")
	var more []chat.Button
	if g.Mode == game.Open && len(g.Moves) <= int(g.Loaded)+1 {
		more = append(more, chat.Button{Label: "Play the bot", Action: prefix + "engage"})
	}
	if freeSeat(g) {
		more = append(more, chat.Button{Label: "Join", Action: prefix + "join", Style: chat.StylePrimary})
	}
	if hintsAllowed(g) {
		more = append(more, chat.Button{Label: "Hint", Action: prefix + "hint"})
	}
	if g.Mode == game.Duel {
		more = append(more, chat.Button{Label: "Resign", Action: prefix + "resign", Style: chat.StyleDanger})
	}
	if len(more) > 0 {
		rows = append(rows, chat.Row{Buttons: more})
	}
	return rows
}

func freeSeat(g game.Game) bool {
	return g.Mode == game.Duel && (g.Player(rules.Black) == game.Nobody || g.Player(rules.White) == game.Nobody)
}

// moveControls offers the legal moves as buttons, or as selects where they are
// many. The action of each is its square behind the prefix.
func moveControls(limits chat.Limits, p rules.Position, prefix string) []chat.Row {
	legal := p.Legal()
	if legal.Len() > limits.MoveButtons {
		return moveSelects(limits, p, prefix)
	}
	buttons := make([]chat.Button, 0, legal.Len())
	for s := range legal.Squares() {
		buttons = append(buttons, chat.Button{Label: s.String(), Action: prefix + s.String()})
	}
	var rows []chat.Row
	for row := range slices.Chunk(buttons, max(limits.ButtonsPerRow, 1)) {
		rows = append(rows, chat.Row{Buttons: row})
	}
	return rows
}

func moveSelects(limits chat.Limits, p rules.Position, prefix string) []chat.Row {
	options := make([]chat.Option, 0, p.Legal().Len())
	for s := range p.Legal().Squares() {
		options = append(options, chat.Option{
			Label:  s.String(),
			Detail: "flips " + strconv.Itoa(p.Flips(s).Len()),
			Action: prefix + s.String(),
		})
	}
	var rows []chat.Row
	for part := range slices.Chunk(options, max(limits.Options, 1)) {
		rows = append(rows, chat.Row{Select: &chat.Select{Placeholder: "Choose a move", Options: part}})
	}
	return rows
}

func endControls(g game.Game) []chat.Row {
	if g.Result.Reason == game.SetAside || freeSeat(g) {
		return nil
	}
	rematch := chat.Button{Label: "Rematch", Action: controlFor(g, "rematch", ""), Style: chat.StylePrimary}
	return []chat.Row{{Buttons: []chat.Button{rematch}}}
}
