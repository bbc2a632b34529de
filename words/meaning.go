package words

import "strings"

// meanings parses a message with a line for each meaning. Each line has the meaning, a
// colon and its phrases: "start: new, begin". It returns the meanings by phrase.
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
