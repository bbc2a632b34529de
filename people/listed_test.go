package people

import (
	"errors"
	"slices"
	"testing"
	"time"

	"othellobot/game"
)

func TestHoursAround(t *testing.T) {
	for hour, want := range map[int]Hours{0: 0b110000000000000000000111, 2: 0b11111, 12: 0b11111 << 10, 23: 0b111000000000000000000011} {
		if got := hoursAround(time.Date(2026, time.May, 1, hour, 59, 0, 0, time.UTC)); got != want || got.Len() != 5 {
			t.Errorf("around %d there are %024b, want %024b", hour, got, want)
		}
	}
}

func TestCanMention(t *testing.T) {
	for name, c := range map[string]struct {
		since time.Duration // time since the last mention; 0 if there was none
		at    time.Time
		want  bool
	}{
		"at the hour":       {0, noon, true},
		"two hours later":   {0, noon.Add(2 * time.Hour), true},
		"two hours before":  {0, noon.Add(-2 * time.Hour), true},
		"three hours later": {0, noon.Add(3 * time.Hour), false},
		"at night":          {0, noon.Add(12 * time.Hour), false},
		"told today":        {MentionInterval - time.Minute, noon, false},
		"told yesterday":    {MentionInterval, noon, true},
	} {
		p := Choices{Hours: hoursAround(noon)}
		if c.since > 0 {
			p.LastMention = c.at.Add(-c.since).UnixMilli()
		}
		if got := p.CanMention(c.at); got != c.want {
			t.Errorf("%s: CanMention reports %t", name, got)
		}
	}
}

// A player gets at most two mentions a day that they did not ask for.
func TestMayMention(t *testing.T) {
	of := newFake()
	for _, c := range []struct {
		at   time.Duration
		want bool
	}{{0, true}, {time.Hour, true}, {2 * time.Hour, false}, {MentionInterval - 1, false}, {MentionInterval, true}, {MentionInterval + 1, false}, {MentionInterval + time.Hour, true}} {
		if may, err := TryMention(t.Context(), of, ana, noon.Add(c.at)); may != c.want || err != nil {
			t.Errorf("after %v MayMention returns %t, %v", c.at, may, err)
		}
	}
}

// ChooseToMention chooses people with the oldest mention first, and never the same person twice.
func TestChooseToMention(t *testing.T) {
	store := newFake()
	for n, who := range []game.Player{"c", "b", "a", "asleep", "elsewhere", "d", "unlucky"} {
		list, at := "p/t/", noon
		if who == "asleep" {
			at = noon.Add(12 * time.Hour)
		}
		if who == "elsewhere" {
			list = "p/u/"
		}
		noError(t, Enlist(t.Context(), store, who, list, true, at))
		if who == "c" || who == "d" {
			_, err := TryMention(t.Context(), store, who, noon.Add(time.Duration(n-100)*time.Hour))
			noError(t, err)
		}
	}
	store.onKeep = func(c Change) error { // another call chooses the same person first
		if c.Player == "unlucky" {
			choices := format(Choices{Hours: hoursAround(noon), LastMention: noon.UnixMilli()})
			store.put(Document{Player: c.Player, Kind: ChoicesKind, Version: c.Version, List: "p/t/", Doc: choices})
		}
		return nil
	}
	for _, want := range [][]game.Player{{"b", "c"}, {"d"}, nil} {
		if got, err := ChooseToMention(t.Context(), store, "p/t/", "a", noon, 2); err != nil || !slices.Equal(got, want) {
			t.Errorf("called are %v, %v, want %v", got, err, want)
		}
	}
	lost := errors.New("lost")
	store.onKeep = func(Change) error { return lost }
	if got, err := ChooseToMention(t.Context(), store, "p/t/", "b", noon, 2); !errors.Is(err, lost) || len(got) > 0 {
		t.Errorf("in a broken store there are %v, %v", got, err)
	}
}
