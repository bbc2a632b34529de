package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

// Only the admin server serves the metrics of a running program.
func TestMetricsOfAProgram(t *testing.T) {
	r := byHTTP(t, map[string]string{"DATABASE_URL": "sqlite:" + t.TempDir() + "/othello.db"})
	r.Command(r.Channel("den"), "ana", "start")
	r.Command(r.Channel("den"), "ana", "move", discordtest.Text("square", "a1"))
	r.Settle()
	status, text := get(t, r.address(t, "ADMIN_ADDR"), "/metrics")
	if status != http.StatusOK {
		t.Fatalf("a scrape gives %d", status)
	}
	for _, line := range []string{
		`othellobot_actions_total{outcome="shown",platform="discord",verb="start"} 1`,
		`othellobot_actions_total{outcome="whispered",platform="discord",verb="move"} 1`,
		`othellobot_handle_seconds_count{platform="discord"} 2`,
		`othellobot_ack_seconds_count{platform="discord"} 2`,
		`othellobot_late_acks_total{platform="discord"} 0`,
		`othellobot_live_games 1`,
		`othellobot_database_damaged 0`,
		`othellobot_unreadable_games_total{cause="damaged"} 0`,
		`othellobot_store_commit_seconds_count{outcome="stored"} 1`,
		`othellobot_games_begun_total{kind="open"} 1`,
		`othellobot_messages_total{outcome="out",platform="discord"} 1`,
		`othellobot_platform_works{platform="discord"} 1`,
		`othellobot_platform_ready{platform="discord"} 1`,
		`othellobot_queue_room{platform="discord"} 2048`,
		`othellobot_engine_queue 0`,
		`othellobot_messages_behind 0`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("no line is %s in\n%s", line, text)
		}
	}
	if !regexp.MustCompile(`\nothellobot_database_bytes [1-9][0-9.e+]+\n`).MatchString(text) || !strings.Contains(text, "\nothellobot_build_info{") {
		t.Errorf("the database has no size, or the program no version, in\n%s", text)
	}
	if !regexp.MustCompile(`\nothellobot_clock_offset_seconds -?(0|0?\.\d+|\d(\.\d+)?e-\d+)\n`).MatchString(text) {
		t.Errorf("the clock, with which nothing is wrong, is off by more than a second in\n%s", text)
	}
	if status, _ := get(t, r.address(t, "HTTP_ADDR"), "/metrics"); status != http.StatusNotFound {
		t.Errorf("where the platforms' requests arrive the figures are too: %d", status)
	}
	r.end(t)
}
