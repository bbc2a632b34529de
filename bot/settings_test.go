package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

func TestZonesAreCompleted(t *testing.T) {
	s := newStage(t, limits)
	for typed, want := range map[string][]string{
		"rom": {"Europe/Rome"}, "europe/ro": {"Europe/Rome"}, "Buenos": {"America/Argentina/Buenos_Aires"}, "utc": {"UTC"}, "zz": nil,
		"new y": {"America/New_York"}, "port of": {"America/Port_of_Spain"},
	} {
		key := completing("ana", "settings", "zone", typed)
		var got []string
		for _, c := range s.do(t, key).Choices {
			got = append(got, c.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is completed by %v, want %v", typed, got, want)
		}
	}
	key := completing("ana", "settings", "zone", "")
	if got := s.do(t, key).Choices; len(got) != limits.Choices || got[0].Value != "UTC" {
		t.Errorf("nothing is completed by %v", got)
	}
}

func TestUserDecidesInADirectMessage(t *testing.T) {
	s := newStage(t, limits)
	a := typed("ana", "settings puzzle:9")
	a.Direct = true
	if s.do(t, a); roomOf(t, s, a.Place).Settings.Daily.Minute == 0 {
		t.Error("the puzzle of the day is not posted")
	}
}

// TestEveryZoneIsKnown checks that every offered zone is stored under its own name.
func TestEveryZoneIsKnown(t *testing.T) {
	s := newStage(t, limits)
	key := completing("ana", "settings", "zone", "")
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

func TestDailyInTheLanguageOfThePlace(t *testing.T) {
	s := puzzled(t, limits)
	s.Words = words.Load()
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

// TestZonesAsPeopleWriteThem checks that an ambiguous abbreviation gets suggestions, and that names
// which only some computers know are refused.
func TestZonesAsPeopleWriteThem(t *testing.T) {
	for typed, want := range map[string]string{
		"GMT": "GMT", "asia/calcutta": "Asia/Calcutta", "US/Pacific": "US/Pacific", "us/eastern": "US/Eastern", "Europe/Kiev": "Europe/Kiev",
		"saigon": "Asia/Ho_Chi_Minh", "São Paulo": "America/Sao_Paulo", "SAO_PAULO": "America/Sao_Paulo", "Zürich": "Europe/Zurich",
		"new-york": "America/New_York", "東京": "Asia/Tokyo", "ニューヨーク": "America/New_York", "서울": "Asia/Seoul", "Beijing": "Asia/Shanghai",
		"San Francisco": "America/Los_Angeles", "Etc/UTC": "Etc/UTC", "zulu": "UTC", "Bogotá": "America/Bogota", "Roma": "Europe/Rome",
		"port au prince": "America/Port-au-Prince", "EST5EDT": "America/New_York", "Etc/GMT-2": "Etc/GMT-2", "Katmandu": "Asia/Kathmandu",
		"right/UTC": "", "posix/Europe/Rome": "", "localtime": "", "Local": "", "posixrules": "", "Factory": "", "../UTC": "", "": "",
		"EST": "?America/New_York", "edt": "?America/New_York", "CET": "?Europe/Berlin", "MESZ": "?Europe/Berlin", "PST": "?America/Los_Angeles",
		"IST": "?Asia/Kolkata", "JST": "?Asia/Tokyo", "BST": "?Europe/London", "UTC+2": "?Africa/Johannesburg", "GMT+05:30": "?Asia/Kolkata",
		"UTC-3": "?America/Sao_Paulo", "utc +9": "?Asia/Tokyo", "Lndon": "?Europe/London",
	} {
		s := newStage(t, limits)
		a := arguments("ana", "settings", "zone", typed)
		a.Moderator = true
		said := s.do(t, a).Effects[0].Message.Text.String()
		offer, offers := strings.CutPrefix(want, "?")
		if offers {
			want = ""
		}
		if got := roomOf(t, s, a.Place).Settings.Daily.Zone; got != want || offers && !strings.Contains(said, "Did you mean "+offer) {
			t.Errorf("%q is the zone %q, and the answer is %q", typed, got, said)
		}
	}
}

func TestTimesAsPeopleWriteThem(t *testing.T) {
	for typed, want := range map[string]string{
		"9:00 pm rome": "21:00 (Europe/Rome)", "21h": "21:00 (UTC)", "21h30": "21:30 (UTC)", "9pm": "21:00 (UTC)", "9 p.m.": "21:00 (UTC)",
		"9:30PM": "21:30 (UTC)", "21.00 Uhr": "21:00 (UTC)", "21 Uhr": "21:00 (UTC)", "9 Uhr abends": "21:00 (UTC)", "午後9時": "21:00 (UTC)",
		"午後9時半": "21:30 (UTC)", "晚上9点半": "21:30 (UTC)", "晚上12点": "00:00 (UTC)", "오후 9시": "21:00 (UTC)", "오전 9시 30분": "09:30 (UTC)",
		"noon": "12:00 (UTC)", "12 noon": "12:00 (UTC)", "midnight": "00:00 (UTC)", "mezzogiorno": "12:00 (UTC)", "mediodía": "12:00 (UTC)",
		"meia-noite": "00:00 (UTC)", "Mitternacht": "00:00 (UTC)", "正午": "12:00 (UTC)", "เที่ยงคืน": "00:00 (UTC)", "21 นาฬิกา": "21:00 (UTC)",
		"à 21 heures": "21:00 (UTC)", "8h du matin": "08:00 (UTC)", "a las 9 de la noche": "21:00 (UTC)", "às 21h30": "21:30 (UTC)",
		"alle 21": "21:00 (UTC)", "kl. 21": "21:00 (UTC)", "at 9 São Paulo": "09:00 (America/Sao_Paulo)", "12am": "00:00 (UTC)", "0:00": "00:00 (UTC)",
		"2100": "21:00 (UTC)", "24:00": "00:00 (UTC)", "21:00:00": "21:00 (UTC)", "９：００": "09:00 (UTC)",
		"9:00 pm new york": "21:00 (America/New_York)", "8:15 in London": "08:15 (Europe/London)", "8:15 London time": "08:15 (Europe/London)",
		"13pm": "", "0pm": "", "9:60": "", "24:01": "", "25": "", "9:00:30": "", "am": "", "noon 3": "", "9 9 9": "", "9pm EST": "",
	} {
		option := arguments("ana", "settings", "puzzle", typed)
		option.Moderator = true
		for way, action := range map[string]chat.Action{"words": ordered("settings puzzle " + typed), "option": option} {
			s := newStage(t, limits)
			said := s.do(t, action).Effects[0].Message.Text.String()
			_, got, _ := strings.Cut(said, "Puzzle of the day: ")
			if got = strings.TrimSuffix(got, "."); got != want {
				t.Errorf("%q by %s is %q, want %q: %q", typed, way, got, want, said)
			}
		}
	}
}

type asking struct {
	people.Store
	asked  int
	broken bool
}

func (p *asking) LoadDocument(ctx context.Context, who game.Player, kind people.Kind) (people.Document, error) {
	p.asked++
	if p.broken {
		return people.Document{}, errors.New("disk full")
	}
	return p.Store.LoadDocument(ctx, who, kind)
}

func amongPeople(t *testing.T) (*stage, *asking) {
	s := newStage(t, limits)
	s.Words = twoLanguages()
	kept := &asking{Store: s.store}
	s.People = kept
	return s, kept
}

func TestMovesReadNoChoices(t *testing.T) {
	s, kept := amongPeople(t)
	start, key := s.do(t, typed("ana", "start")), arguments("ana", "move", "square", "")
	key.Origin, key.Focus = chat.OriginCompletion, "square"
	for _, c := range []struct {
		what  string
		do    chat.Action
		asked int
	}{
		{"a move that is pressed", pressed(t, "ana", "d3", start), 0},
		{"a move that is typed", typed("bo", "c3"), 0},
		{"a move that is refused", typed("ana", "a1"), 1},
		{"a press of an old board", pressed(t, "bo", "d3", start), 1},
		{"what is not understood", typed("ana", "dance"), 1},
		{"a question", typed("ana", "check d3"), 1},
		{"what completes a move", key, 1},
	} {
		kept.asked = 0
		if s.do(t, c.do); kept.asked != c.asked {
			t.Errorf("%s reads personal settings %d times, want %d", c.what, kept.asked, c.asked)
		}
	}
}

func TestUnreadableChoices(t *testing.T) {
	s, kept := amongPeople(t)
	s.do(t, typed("ana", "settings language:eo"))
	kept.broken = true
	says(t, s.do(t, typed("ana", "dance")), "I do not know dance…")
}

// TestLanguageOfADirectConversation checks that the place and the user have the same language.
func TestLanguageOfADirectConversation(t *testing.T) {
	s, _ := amongPeople(t)
	direct := func(words string) chat.Action {
		a := in("direct", typed("ana", words))
		a.Direct = true
		return a
	}
	for _, said := range []string{"settings language:eo", "personal language:eo"} {
		s.do(t, direct("settings language:en"))
		s.do(t, direct(said))
		says(t, s.do(t, direct("start bot")), "…ⓛⓔⓥⓔⓛ…")
		says(t, s.do(t, typed("ana", "dance")), "Ⓘ…")
		s.do(t, direct("stop"))
	}
}

func TestInvalidSettingControls(t *testing.T) {
	s, _ := amongPeople(t)
	for _, control := range []string{
		"o1:0:0:personal:lxx", "o1:0:0:personal:lEO", "o1:0:0:personal:tmoon", "o1:0:0:personal:=", "o1:0:0:speak:xx", "o1:0:0:speak",
	} {
		a := press("ana", control)
		r := s.do(t, a)
		if kept, err := s.store.LoadDocument(t.Context(), game.Player(a.User.String()), people.ChoicesKind); kept.Version != 0 || err != nil || r.Effects[0].Kind != chat.Whisper {
			t.Errorf("%s is answered %v, and %+v is kept, %v", control, r, kept, err)
		}
	}
}
