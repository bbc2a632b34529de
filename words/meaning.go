package words

import "strings"

// meanings reads a message that lists, on a line each, what is meant and behind a colon
// the phrases for it: "start: new, begin".
func (l *Language) meanings(m Message) map[string]string {
	meanings := make(map[string]string)
	for line := range strings.Lines(l.String(m)) {
		meant, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		for word := range strings.SplitSeq(list, ",") {
			if word = strings.ToLower(strings.TrimSpace(word)); word != "" {
				meanings[word] = meant
			}
		}
	}
	return meanings
}
