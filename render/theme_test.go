package render

import (
	"strings"
	"testing"

	"othellobot/rules"
)

func TestThemes(t *testing.T) {
	var names []string
	for _, theme := range Themes() {
		names = append(names, theme.Name)
		if got, ok := ThemeNamed(theme.Name); !ok || got != theme {
			t.Errorf("ThemeNamed(%q) = %+v, %v", theme.Name, got, ok)
		}
	}
	if got, want := strings.Join(names, " "), "classic moon vivid"; got != want {
		t.Errorf("themes %q, want %q", got, want)
	}
	for _, name := range []string{"", "Moon", "moon ", "tiles"} {
		if got, ok := ThemeNamed(name); ok || got != (Theme{}) {
			t.Errorf("ThemeNamed(%q) = %+v, %v; want none", name, got, ok)
		}
	}
}

func named(name string) Theme {
	theme, _ := ThemeNamed(name)
	return theme
}

func TestThemeDisc(t *testing.T) {
	tests := []struct {
		theme        Theme
		black, white string
	}{
		{Theme{}, "", ""},
		{Theme{Name: "tiles"}, "", ""},
		{TileTheme(strings.ToUpper), "", ""},
		{named("classic"), "", ""},
		{named("moon"), "🌑", "🌕"},
		{named("vivid"), "🔴", "🟡"},
	}
	for _, test := range tests {
		black, white := test.theme.Disc(rules.Black), test.theme.Disc(rules.White)
		if black != test.black || white != test.white {
			t.Errorf("%q: discs %q and %q, want %q and %q", test.theme.Name, black, white, test.black, test.white)
		}
	}
}

// TestThemeWithoutSymbolsDrawsAsClassic checks that a theme without symbols never leaves
// holes in a board.
func TestThemeWithoutSymbolsDrawsAsClassic(t *testing.T) {
	v := midgameView(t)
	for _, s := range surfaces {
		want := Emoji(v, named("classic"), s.surface)
		for _, theme := range []Theme{{}, {Name: "tiles"}} {
			if got := Emoji(v, theme, s.surface); got != want {
				t.Errorf("%s: theme %q draws\n%s\nwant\n%s", s.name, theme.Name, got, want)
			}
		}
	}
}

func TestThemeOfTiles(t *testing.T) {
	own := TileTheme(func(name string) string { return "<" + name + ">" })
	for _, s := range surfaces {
		grid := Emoji(midgameView(t), own, s.surface)
		row4 := strings.Split(grid, "\n")[4]
		if want := "<leg><blk><blk><blk><whf><wht><leg><emp>"; !strings.HasSuffix(row4, want) {
			t.Errorf("%s: row 4 is %q, want it to end in %q", s.name, row4, want)
		}
		if n := strings.Count(grid, "<whl>"); n != 1 {
			t.Errorf("%s: %d discs placed last, want 1", s.name, n)
		}
	}
}

func TestThemeMarksFlips(t *testing.T) {
	for _, theme := range append(Themes(), Theme{}, Theme{Name: "tiles"}) {
		if got, want := theme.MarksFlips(), theme.Name == "tiles"; got != want {
			t.Errorf("%q marks flips: %v", theme.Name, got)
		}
	}
}
