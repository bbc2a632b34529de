package app_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// If the log is JSON, the error that ends the program is a line of JSON too.
func TestFatalLinesAreInTheFormatOfTheLog(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		args []string
		code int
		says []string
	}{
		"a failure": {
			map[string]string{"DATABASE_URL": "sqlite:/nonexistent/none.db"}, []string{"games"}, 1, []string{"games: opening the database /nonexistent/none.db: "},
		},
		"wrong configuration": {
			map[string]string{"IDLE_EXPIRY": "soon", "RETENTION": "late", "DISCORD_TOKEN": canary}, nil, 2, []string{"IDLE_EXPIRY: ", "RETENTION: "},
		},
		"wrong usage": {map[string]string{}, []string{"stop", "§"}, 2, []string{"stop takes "}},
	} {
		t.Run(name, func(t *testing.T) {
			c.env["LOG_FORMAT"] = "json"
			code, _, stderr := program(t, c.env, "", c.args...)
			lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
			if code != c.code || len(lines) != len(c.says) {
				t.Fatalf("exit %d, %q", code, stderr)
			}
			for i, line := range lines {
				var said struct{ Level, Msg, Error string }
				if err := json.Unmarshal([]byte(line), &said); err != nil || said.Level != "ERROR" || !strings.HasPrefix(said.Error, c.says[i]) {
					t.Errorf("%v: %s", err, line)
				}
			}
		})
	}
}
