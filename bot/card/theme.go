package card

import (
	"slices"

	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

const WordsTheme = "words"

func (v *Viewer) Themes() []string {
	return append(slices.Clone(v.Limits.Themes), WordsTheme)
}

// ThemeName returns the place's chosen theme, or the platform's default if the platform does not
// have that theme.
func (v *Viewer) ThemeName() string {
	name := v.Settings.Theme
	if name == WordsTheme || len(v.Limits.Themes) == 0 || slices.Contains(v.Limits.Themes, name) {
		return name
	}
	return v.Limits.Themes[0]
}

// Theme returns the place's theme. A theme that only the platform can draw has only a name.
func (v *Viewer) Theme() render.Theme {
	name := v.ThemeName()
	if theme, ok := render.ThemeNamed(name); ok {
		return theme
	}
	return render.Theme{Name: name}
}

// BoardView returns the board to draw. It marks the legal moves if a person moves next.
func BoardView(g game.Game, p rules.Position) render.View {
	v := render.View{Position: p, Last: rules.NoSquare, Ended: g.Phase == game.Over}
	if g.Phase == game.Playing && g.Player(p.ToMove) != game.Engine {
		v.Hints = p.Legal()
	}
	if m, ok := g.Last(); ok {
		v.Last, v.Flipped = m.Square, m.Flips
	}
	return v
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

// standing shows the score. It adds the pictures of both discs, unless they are "".
func standing(black, white words.Side, blackDisc, whiteDisc string, points words.Score) words.Message {
	if blackDisc == "" {
		return words.Standing{Black: black, White: white, Score: points}
	}
	return words.StandingDiscs{Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points}
}

// Side returns a colour with the player who has it, if any.
func (v *Viewer) Side(g game.Game, c rules.Color) words.Side {
	return words.Side{Player: words.Name(g.Player(c)), Color: c}
}

func Score(first, second int) words.Score { return words.Score{First: first, Second: second} }
