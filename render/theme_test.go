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

func TestThemesAreTheCallersOwn(t *testing.T) {
	Themes()[0] = Theme{Name: "overwritten"}
	if got := Themes()[0].Name; got != "classic" {
		t.Errorf("the first theme became %q", got)
	}
}

func TestThemeDisc(t *testing.T) {
	tests := []struct {
		theme        Theme
		black, white string
	}{
		{Theme{}, "", ""},
		{Theme{Name: "tiles"}, "", ""},
		{TileTheme(strings.ToUpper), "", ""},
		{classic(), "", ""},
		{moon(), "🌑", "🌕"},
		{vivid(), "🔴", "🟡"},
		{Theme{White: "🟡"}, "⚫", "🟡"},
	}
	for _, test := range tests {
		black, white := test.theme.Disc(rules.Black), test.theme.Disc(rules.White)
		if black != test.black || white != test.white {
			t.Errorf("%q: discs %q and %q, want %q and %q", test.theme.Name, black, white, test.black, test.white)
		}
	}
}

// A theme without symbols must never leave holes in a board.
func TestThemeWithoutSymbolsDrawsAsClassic(t *testing.T) {
	v := midgameView(t)
	for _, s := range surfaces {
		want := Emoji(v, classic(), s.surface)
		for _, theme := range []Theme{{}, {Name: "tiles"}} {
			if got := Emoji(v, theme, s.surface); got != want {
				t.Errorf("%s: theme %q draws\n%s\nwant\n%s", s.name, theme.Name, got, want)
			}
		}
	}
}

func TestThemeOfOwnSymbols(t *testing.T) {
	own := Theme{
		Empty: "<emp>", Hint: "<leg>", Black: "<blk>", White: "<wht>",
		BlackLast: "<bkl>", WhiteLast: "<whl>", BlackFlipped: "<bkf>", WhiteFlipped: "<whf>",
	}
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
	own := Theme{Name: "own", BlackFlipped: "b", WhiteFlipped: "w"}
	for _, theme := range []Theme{own, {Name: "tiles"}} {
		if !theme.MarksFlips() {
			t.Errorf("%s marks no flips", theme.Name)
		}
	}
	for _, theme := range append(Themes(), Theme{}, Theme{BlackFlipped: "b"}) {
		if theme.MarksFlips() {
			t.Errorf("%q marks flips", theme.Name)
		}
	}
}
