package render

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// checkGolden compares a drawing with a file in testdata, which has one more line feed at
// its end.
func checkGolden(t *testing.T, name, drawing string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		noError(t, os.WriteFile(file, []byte(drawing+"\n"), 0o644))
	}
	want, err := os.ReadFile(file)
	noError(t, err)
	if diff := cmp.Diff(string(want), drawing+"\n"); diff != "" {
		t.Errorf("%s differs (-want +got; go test ./render -update accepts the drawing):\n%s", file, diff)
	}
}

func TestGoldens(t *testing.T) {
	for _, board := range []struct {
		name string
		view View
	}{
		{"start", startView()},
		{"midgame", midgameView(t)},
	} {
		checkGolden(t, board.name+"-text", Text(board.view))
		for _, theme := range Themes() {
			for _, s := range surfaces {
				checkGolden(t, board.name+"-"+theme.Name+"-"+s.name, Emoji(board.view, theme, s.surface))
			}
		}
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
