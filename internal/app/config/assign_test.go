package config

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// A value of any printable characters is read as it was assigned, or refused. The other lines stay.
func TestAssignedValuesAreRead(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const awkward = "$\\#'\"` =:{}()%&;é投\u00a0\u3000"
	file, written := filepath.Join(t.TempDir(), ".env"), 0
	for range 1_000 {
		var value strings.Builder
		for range random.IntN(12) {
			r := rune(' ' + random.IntN(95))
			switch random.IntN(8) {
			case 0, 1, 2:
				r = []rune(awkward)[random.IntN(len([]rune(awkward)))]
			case 3:
				if r = rune(random.IntN(0x3000)); !unicode.IsPrint(r) {
					r = '§'
				}
			}
			value.WriteRune(r)
		}
		text, err := Assign("OTHER=kept\n", "DATABASE_URL", value.String())
		if err != nil {
			if !strings.ContainsAny(value.String(), `'"`) && !strings.HasSuffix(value.String(), `\`) {
				t.Fatalf("%q is refused", &value)
			}
			continue
		}
		written++
		write(t, file, 0o600, text)
		read, problems := readFile(file)
		if problems != nil || read["DATABASE_URL"] != value.String() || read["OTHER"] != "kept" {
			t.Fatalf("%q is written as %q and read as %q, %v", &value, text, read["DATABASE_URL"], problems)
		}
	}
	if written < 600 {
		t.Errorf("only %d values could be written", written)
	}
	if _, err := Assign("", "SECRET_KEY", `a'b"$HOME`); err == nil || !strings.Contains(err.Error(), "SECRET_KEY_FILE") || strings.Contains(err.Error(), "HOME") {
		t.Errorf("of a value that no quotes hold it says %v", err)
	}
	if _, err := Assign("", "SECRET_KEY", "a\nb"); err == nil {
		t.Error("a line break is written")
	}
}

func TestAssignKeepsOtherLines(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "LOG_LEVEL=warn\n",
		"# mine\nA=1 # one":    "# mine\nA=1 # one\nLOG_LEVEL=warn\n",
		"A=1\r\n\r\nB=2\r\n":   "A=1\r\n\r\nB=2\r\nLOG_LEVEL=warn\n",
		"LOG_LEVEL=info\rA=1":  "LOG_LEVEL=warn\rA=1",
		"A=1\nLOG_LEVEL = 'x'": "A=1\nLOG_LEVEL=warn",
		"\texport LOG_LEVEL: info # loud\nA=$HOME\\\n":       "LOG_LEVEL=warn\nA=$HOME\\\n",
		"#LOG_LEVEL=info\nLOG_LEVEL_FILE=\nMY_LOG_LEVEL=x\n": "#LOG_LEVEL=info\nLOG_LEVEL_FILE=\nMY_LOG_LEVEL=x\nLOG_LEVEL=warn\n",
		"LOG_LEVEL=info\nA=1\nLOG_LEVEL=debug\nB=2\n":        "LOG_LEVEL=warn\nA=1\n\nB=2\n",
		"not a line of the file\nLOG_LEVEL=\n":               "not a line of the file\nLOG_LEVEL=warn\n",
	} {
		if got, err := Assign(text, "LOG_LEVEL", "warn"); err != nil || got != want {
			t.Errorf("%q becomes %q, %v, want %q", text, got, err, want)
		}
	}
}
