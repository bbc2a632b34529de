package discord_test

import "strings"

// spoken is a word that people use here, and that must not be logged.
const spoken = "abracadabra"

// warnings gives what an operator should see, of what was logged since the last
// call.
func (w *world) warnings() (lines []string) {
	text := w.log.String()
	for line := range strings.Lines(text[w.read:]) {
		if !strings.Contains(line, "level=DEBUG") && !strings.Contains(line, "level=INFO") {
			lines = append(lines, line)
		}
	}
	w.read = len(text)
	return lines
}
