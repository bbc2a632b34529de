package slacktest

import (
	"strconv"
	"strings"
	"time"
)

// shownDate returns a date as readers in UTC see it, or fallback if the date is invalid,
// https://docs.slack.dev/messaging/formatting-message-text#date-formatting.
func shownDate(parts []string, fallback string) string {
	if len(parts) < 2 {
		return fallback
	}
	unix, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return fallback
	}
	at := time.Unix(unix, 0).UTC()
	shown := strings.NewReplacer(
		"{date_num}", at.Format("2006-01-02"), "{date_pretty}", at.Format("January 2, 2006"), "{time}", at.Format("15:04"),
	).Replace(parts[1])
	if strings.ContainsAny(shown, "{}") {
		return fallback
	}
	return shown
}
