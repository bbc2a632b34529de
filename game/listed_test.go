package game

import (
	"testing"
	"time"
)

func TestHoursAround(t *testing.T) {
	for hour, want := range map[int]Hours{0: 0b110000000000000000000111, 2: 0b11111, 12: 0b11111 << 10, 23: 0b111000000000000000000011} {
		if got := HoursAround(time.Date(2026, time.May, 1, hour, 59, 0, 0, time.UTC)); got != want || got.Len() != 5 {
			t.Errorf("around %d there are %024b, want %024b", hour, got, want)
		}
	}
}

func TestCallable(t *testing.T) {
	noon := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		since time.Duration // they were told; 0 for never
		at    time.Time
		want  bool
	}{
		"at the hour":       {0, noon, true},
		"two hours later":   {0, noon.Add(2 * time.Hour), true},
		"two hours before":  {0, noon.Add(-2 * time.Hour), true},
		"three hours later": {0, noon.Add(3 * time.Hour), false},
		"at night":          {0, noon.Add(12 * time.Hour), false},
		"told today":        {CallPeace - time.Minute, noon, false},
		"told yesterday":    {CallPeace, noon, true},
	} {
		p := Person{Choices: Choices{Hours: HoursAround(noon)}}
		if c.since > 0 {
			p.Choices.Told = c.at.Add(-c.since).UnixMilli()
		}
		if got := p.Callable(c.at); got != c.want {
			t.Errorf("%s somebody may be told: %t", name, got)
		}
	}
}

// Nobody is mentioned a third time within a day without having asked for it.
func TestMayMention(t *testing.T) {
	noon := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	of := newFakeStore(t)
	for _, c := range []struct {
		at   time.Duration
		want bool
	}{{0, true}, {time.Hour, true}, {2 * time.Hour, false}, {CallPeace - 1, false}, {CallPeace, true}, {CallPeace + 1, false}, {CallPeace + time.Hour, true}} {
		if may, err := MayMention(t.Context(), of, ana, noon.Add(c.at)); may != c.want || err != nil {
			t.Errorf("after %v somebody may be mentioned: %t, %v", c.at, may, err)
		}
	}
}
