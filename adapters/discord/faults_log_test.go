package discord_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
)

// spoken is a word that people use here, and that must not be logged.
const spoken = "abracadabra"

// journal is all that is logged. It may be used concurrently.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
	mark int // where what is new begins
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// holds gives those of the secrets that were logged.
func (j *journal) holds(secrets []string) (found []string) {
	text := j.String()
	for _, s := range secrets {
		if strings.Contains(text, s) {
			found = append(found, s)
		}
	}
	return found
}

// warnings gives what an operator should see, of what was logged since the last
// call.
func (j *journal) warnings() (lines []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for line := range strings.Lines(j.text.String()[j.mark:]) {
		if !strings.Contains(line, "level=DEBUG") && !strings.Contains(line, "level=INFO") {
			lines = append(lines, line)
		}
	}
	j.mark = j.text.Len()
	return lines
}

func TestJournal(t *testing.T) {
	j := &journal{}
	log := slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
	log.Debug("said", "words", "open sesame")
	if found := j.holds([]string{"sesame", "simsala"}); !slices.Equal(found, []string{"sesame"}) {
		t.Errorf("%q are found", found)
	}
	log.Warn("careful")
	if got := len(j.warnings()); got != 1 {
		t.Errorf("%d warnings are found, want 1", got)
	}
	if got := len(j.warnings()); got != 0 {
		t.Errorf("%d warnings are found again", got)
	}
}
