package bot

import (
	"context"
	"slices"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
)

// card is the message that shows a game: what happened, who is to move, the
// score, the board, and what can be done. What happened comes without a full
// stop.
func (b *Bot) card(ctx context.Context, r *request, g game.Game, happened chat.Text) chat.Message {
	p, theme := g.Position(), b.theme(r)
	m := chat.Message{
		Text:  tail(sentenceStart(happened), r, g, p),
		Aside: scoreLine(g, p, theme),
		Board: &chat.Board{View: view(g, p), Theme: theme},
	}
	switch {
	case g.Phase == game.Over:
		m.Text = chat.Say(m.Text, b.standing(ctx, g))
		m.Footers = endFooters(g)
		m.Controls = endControls(g)
	case g.EngineToMove():
		m.Footers = []chat.Text{{{Text: "The bot is thinking."}}}
	default:
		m.Footers = gameFooters(r.limits, g.Number(), p.Legal())
		m.Controls = gameControls(r, g, p)
	}
	return m
}

// theme is the place's theme: the chosen one if the platform has it, else the
// platform's own. A theme that only the platform can draw has but a name.
func (b *Bot) theme(r *request) render.Theme {
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
func view(g game.Game, p rules.Position) render.View {
	v := render.View{Position: p, Last: rules.NoSquare, Ended: g.Phase == game.Over}
	if g.Phase == game.Playing && g.Player(p.ToMove) != game.Engine {
		v.Hints = p.Legal()
	}
	if m, ok := g.Last(); ok {
		v.Last, v.Flipped = m.Square, m.Flips
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
	line := make(chat.Text, 0, 13)
	if black := theme.Disc(rules.Black); black != "" {
		line = append(line, chat.Span{Text: black}, chat.Span{Text: " "})
	}
	line = appendSide(line, g, rules.Black)
	line = append(
		line, chat.Span{Text: " "}, chat.Span{Text: decimal(score.Black)}, chat.Span{Text: " – "},
		chat.Span{Text: decimal(score.White)}, chat.Span{Text: " "},
	)
	line = appendSide(line, g, rules.White)
	if white := theme.Disc(rules.White); white != "" {
		line = append(line, chat.Span{Text: " "}, chat.Span{Text: white})
	}
	return line
}

// appendSide appends a player with their colour, or the colour alone where nobody
// holds it.
func appendSide(text chat.Text, g game.Game, c rules.Color) chat.Text {
	if p := g.Player(c); p != game.Nobody {
		return append(text, name(p), chat.Span{Text: bracketed[c]})
	}
	return append(text, chat.Span{Text: c.String()})
}
