package card

import (
	"slices"

	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// WordsTheme is the theme of places where the board is told in words, by rows.
const WordsTheme = "words"

// Themes are those that a place can have.
func (v *Viewer) Themes() []string {
	return append(slices.Clone(v.Limits.Themes), WordsTheme)
}

// ThemeName names the place's theme: the chosen one if the platform has it, else the
// platform's own.
func (v *Viewer) ThemeName() string {
	name := v.Settings.Theme
	if name != WordsTheme && !slices.Contains(v.Limits.Themes, name) {
		if len(v.Limits.Themes) == 0 {
			return ""
		}
		name = v.Limits.Themes[0]
	}
	return name
}

// Theme is the place's theme. A theme that only the platform can draw has but a name.
func (v *Viewer) Theme() render.Theme {
	name := v.ThemeName()
	if theme, ok := render.ThemeNamed(name); ok {
		return theme
	}
	return render.Theme{Name: name}
}

// View is the board to be drawn, with the moves of a person marked and what the
// last move did.
func View(g game.Game, p rules.Position) render.View {
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

// standing tells who has how many discs, with the discs of each, if these are named.
func standing(black, white words.Side, blackDisc, whiteDisc string, points words.Score) words.Message {
	if blackDisc == "" {
		return words.Standing{Black: black, White: white, Score: points}
	}
	return words.StandingDiscs{Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points}
}

// Side is a player with their colour, or the colour alone where nobody holds it.
func (v *Viewer) Side(g game.Game, c rules.Color) words.Side {
	return words.Side{Player: words.Name(g.Player(c)), Color: c}
}

// Score writes a score with the number of one side first.
func Score(first, second int) words.Score { return words.Score{First: first, Second: second} }
