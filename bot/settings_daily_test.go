package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/words"
)

// TestZonesAreCompleted checks that a part of a time zone's name is completed, with the zones of
// most people first.
func TestZonesAreCompleted(t *testing.T) {
	s := newStage(t, limits)
	for typed, want := range map[string][]string{
		"rom": {"Europe/Rome"}, "europe/ro": {"Europe/Rome"}, "Buenos": {"America/Argentina/Buenos_Aires"}, "utc": {"UTC"}, "zz": nil,
		"new y": {"America/New_York"}, "port of": {"America/Port_of_Spain"},
	} {
		key := arguments("ana", "settings", "zone", typed)
		key.Origin, key.Focus = chat.OriginCompletion, "zone"
		var got []string
		for _, c := range s.do(t, key).Choices {
			got = append(got, c.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is completed by %v, want %v", typed, got, want)
		}
	}
	key := arguments("ana", "settings", "zone", "")
	key.Origin, key.Focus = chat.OriginCompletion, "zone"
	if got := s.do(t, key).Choices; len(got) != limits.Choices || got[0].Value != "UTC" {
		t.Errorf("nothing is completed by %v", got)
	}
}

// TestOneDecidesOnTheDailyOfADirectMessage checks that each user decides on the settings of their
// direct messages.
func TestOneDecidesOnTheDailyOfADirectMessage(t *testing.T) {
	s := newStage(t, limits)
	a := typed("ana", "settings puzzle:9")
	a.Direct = true
	if s.do(t, a); roomOf(t, s, a.Place).Settings.Daily.Minute == 0 {
		t.Error("the puzzle of the day is not posted")
	}
}

// TestEveryZoneIsKnown checks that every offered zone exists, independent of the computer, and
// stands for itself.
func TestEveryZoneIsKnown(t *testing.T) {
	s := newStage(t, limits)
	key := arguments("ana", "settings", "zone", "")
	key.Origin, key.Focus = chat.OriginCompletion, "zone"
	all := limits
	all.Choices = 1000
	s.Limits["p"] = all
	zones := s.do(t, key).Choices
	if len(zones) < 400 {
		t.Fatalf("there are %d zones", len(zones))
	}
	for _, zone := range zones {
		if _, err := time.LoadLocation(zone.Value); err != nil {
			t.Error(err)
		}
		said := s.do(t, ordered("settings puzzle:09:00 zone:"+zone.Value)).Effects[0]
		if want := "09:00 (" + zone.Value + ")"; !strings.Contains(said.Message.Text.String(), want) {
			t.Errorf("the settings are %q, want %q in them", said.Message.Text, want)
		}
	}
}

// TestDailyInTheLanguageOfThePlace checks that the daily puzzle uses the language of the place.
func TestDailyInTheLanguageOfThePlace(t *testing.T) {
	s := puzzled(t, limits)
	s.Words = words.MustLoad()
	s.do(t, ordered("settings language:it puzzle:13:30 zone:Europe/Rome"))
	for day, want := range []string{
		"Othello 1 · facile\nTocca al Bianco. Una sola mossa vince; tutte le altre portano alla patta o alla sconfitta.",
		"Othello 2 · facile\nTocca al Nero. Una sola mossa vince; tutte le altre portano alla patta o alla sconfitta.\nOthello 1: vinceva b2.",
	} {
		s.now = time.Date(2026, time.January, 1+day, 12, 30, 0, 0, time.UTC)
		post := s.postDaily(t)
		if got := post.Message.Text.String(); got != want || post.Kind != chat.Post {
			t.Errorf("on day %d comes %q, want %q", day, got, want)
		}
	}
}
