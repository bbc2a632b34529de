package bot

import (
	"context"
	"slices"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// card is the message that shows a game: what happened, who is to move, the
// score, the board, and what can be done.
func (b *Bot) card(ctx context.Context, r *request, g game.Game, happened told) chat.Message {
	m := b.drawn(ctx, r, g, happened)
	if r.themeName() == wordsTheme {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), rowsOf(r.toAll, m.Board.View.Position)...)
		m.Board = nil
	}
	return m
}

// drawn is [Bot.card] with the board drawn, whatever the theme.
func (b *Bot) drawn(ctx context.Context, r *request, g game.Game, happened told) chat.Message {
	p, theme := g.Position(), r.theme()
	m := chat.Message{
		Aside: r.all(r.scoreLine(g, p, theme)),
		Board: &chat.Board{View: view(g, p), Theme: theme},
	}
	if g.Phase == game.Over {
		if g.Result.Reason == game.PlayedOut {
			happened = append(happened, result(g, p)...)
		}
		f := b.finished(ctx, g)
		happened = append(happened, rivalry(f), milestone(f))
		m.Text = r.all(append(happened, b.voting(ctx, r, g)...)...)
		m.Picture = r.endPicture(g, p)
		m.Footers = endFooters(r.toAll, g)
		m.Controls = b.endControls(r, g, f)
		b.addReview(r, g, &m)
		return m
	}
	votes := b.voting(ctx, r, g)
	m.Spoken = r.spoken(g, p, append(happened[:len(happened):len(happened)], votes...))
	m.Text = r.all(append(append(happened, r.turn(g, p, happened)), votes...)...)
	if !g.EngineToMove() {
		m.Footers = gameFooters(r.toAll, r.limits, g.Number(), p.Legal())
		m.Controls = gameControls(r, g, p)
	}
	return m
}

// themes are those that a place can have.
func (r *request) themes() []string {
	return append(slices.Clone(r.limits.Themes), wordsTheme)
}

// themeName names the place's theme: the chosen one if the platform has it, else the
// platform's own.
func (r *request) themeName() string {
	name := r.room.Settings.Theme
	if name != wordsTheme && !slices.Contains(r.limits.Themes, name) {
		if len(r.limits.Themes) == 0 {
			return ""
		}
		name = r.limits.Themes[0]
	}
	return name
}

// theme is the place's theme. A theme that only the platform can draw has but a name.
func (r *request) theme() render.Theme {
	name := r.themeName()
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

// scoreLine tells who has how many discs, and how well the engine plays. A theme whose
// discs are not black and white shows them next to their players.
func (r *request) scoreLine(g game.Game, p rules.Position, theme render.Theme) words.Message {
	now := p.Score()
	if g.Phase == game.Over && g.Result.Reason == game.PlayedOut {
		now = p.FinalScore()
	}
	points := score(now.Black, now.White)
	black, white := r.side(g, rules.Black), r.side(g, rules.White)
	blackDisc, whiteDisc := theme.Disc(rules.Black), theme.Disc(rules.White)
	level := int(g.Level)
	switch {
	case g.AgainstEngine() && blackDisc == "":
		return words.StandingLevel{Black: black, White: white, Score: points, Level: level}
	case g.AgainstEngine():
		return words.StandingLevelDiscs{
			Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points, Level: level,
		}
	case blackDisc == "":
		return words.Standing{Black: black, White: white, Score: points}
	default:
		return words.StandingDiscs{Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points}
	}
}

// side is a player with their colour, or the colour alone where nobody holds it.
func (r *request) side(g game.Game, c rules.Color) words.Side {
	return words.Side{Player: r.name(g.Player(c)), Color: c}
}
