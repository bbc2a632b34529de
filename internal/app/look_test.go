package app

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack/slacktest"
	"othellobot/people"
	"othellobot/store"
)

// The drawings in the documents show what today's bot says. With -update they are drawn
// anew: what tiles look like is for the tests of package render.
func TestDrawings(t *testing.T) {
	for name, seen := range map[string]func(*testing.T) drawn{"discord": seenOnDiscord, "slack": seenOnSlack} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var now drawn
			synctest.Test(t, func(t *testing.T) { now = seen(t) })
			_, board, _ := now.parts()
			for _, line := range board {
				if len(now.look.cells(line)) != 9 {
					t.Errorf("nobody knows how to draw %q", line)
				}
			}
			file := filepath.Join("..", "..", "docs", name+".svg")
			if flag.Lookup("update").Value.String() == "true" {
				if err := os.WriteFile(file, []byte(now.svg()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			shown, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			picture := regexp.MustCompile(`base64,[^"]*`)
			want, got := picture.ReplaceAllString(string(shown), ""), picture.ReplaceAllString(now.svg(), "")
			if want != got {
				t.Errorf("%s shows otherwise what is said now:\n%s\n%v\n(go test ./internal/app -run TestDrawings -update draws it)", file, now.text, now.rows)
			}
		})
	}
}

// plays has a duel begin, up to a move of Black's.
func (m meeting) plays(t *testing.T) {
	t.Helper()
	time.Sleep(time.Minute) // until the tiles are there
	for _, line := range []string{
		"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: move square:f5", "bo: move square:d6", "ana: move square:c4", "bo: move square:d3",
	} {
		m.says(t, line)
	}
}

func seenOnDiscord(t *testing.T) drawn {
	s := discordtest.NewPiped(t)
	m := meetOver(t, people.PortsOf(store.NewMemory(keeping), keeping), nil, func(t *testing.T) (meeting, func()) { return overDiscord(t, s) })
	m.plays(t)
	all := s.Messages(s.Channel("room"), "ana")
	newest := all[len(all)-1]
	now := drawn{look: discordLook(), text: s.Plain(newest.Content)}
	for _, row := range newest.Rows {
		var buttons []button
		for _, c := range row.Components {
			buttons = append(buttons, button{c.Label, c.Style == 4})
		}
		now.rows = append(now.rows, buttons)
	}
	return now
}

func seenOnSlack(t *testing.T) drawn {
	s := slacktest.NewPiped(t)
	m := meetOver(t, people.PortsOf(store.NewMemory(keeping), keeping), nil, func(*testing.T) (meeting, func()) { return overSlack(s) })
	m.plays(t)
	all := s.Messages(s.Channel("room"), "ana")
	newest := all[len(all)-1]
	now := drawn{look: slackLook(), text: newest.Shown}
	row := ""
	for _, c := range newest.Controls() {
		if now.rows == nil || c.BlockID != row {
			now.rows, row = append(now.rows, nil), c.BlockID
		}
		last := len(now.rows) - 1
		now.rows[last] = append(now.rows[last], button{c.Label + c.Placeholder, c.Style == "danger"})
	}
	return now
}

// drawn is a message with a board to be drawn in a platform's style.
type drawn struct {
	look look
	text string // as people read it
	rows [][]button
}

// button is a control, which may be one that gives warning.
type button struct {
	label  string
	danger bool
}

// parts splits a drawing into the lines above the board, those of the board, and those below.
func (d drawn) parts() (above, board, below []string) {
	lines := strings.Split(strings.TrimSpace(d.text), "\n")
	top := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "🔳") })
	return lines[:top], lines[top : top+9], lines[top+9:]
}
