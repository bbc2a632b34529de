package bot_test

import (
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
	"othellobot/words/wordstest"
)

// twoLanguages returns a catalog of English and a language without Latin letters.
var twoLanguages = sync.OnceValue(func() *words.Catalog {
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: wordstest.English()}, "active.eo.toml": {Data: pseudo(wordstest.English())}})
	if err != nil {
		panic(err)
	}
	return catalog
})

func speaking(locale string, a chat.Action) chat.Action {
	a.Locale = locale
	return a
}

func spokenIn(locale string, a chat.Action) chat.Action {
	a.PlaceLocale = locale
	return a
}

func TestLanguages(t *testing.T) {
	const (
		began, beganElse = "ana opened a game for two.", "ana ⓞⓟⓔⓝⓔⓓ ⓐ ⓖⓐⓜⓔ ⓕⓞⓡ ⓣⓦⓞ."
		free, freeElse   = "a1 flips nothing.", "a1 ⓕⓛⓘⓟⓢ ⓝⓞⓣⓗⓘⓝⓖ."
		played           = "bo: d3, flips d4."
		playedElse       = "bo: d3, ⓕⓛⓘⓟⓢ d4."
	)
	eoStart, enStart := speaking("eo", typed("ana", "start")), speaking("en-US", typed("ana", "start"))
	for name, c := range map[string]struct {
		said []chat.Action
		want string // prefix of the last answer
	}{
		"the first starter's tongue":    {[]chat.Action{eoStart}, beganElse},
		"English":                       {[]chat.Action{enStart}, began},
		"a tongue that nobody speaks":   {[]chat.Action{speaking("ja", typed("ana", "start"))}, began},
		"an unknown tongue":             {[]chat.Action{typed("ana", "start")}, began},
		"a place's own":                 {[]chat.Action{spokenIn("eo", enStart)}, beganElse},
		"a place's own, in English":     {[]chat.Action{spokenIn("en-GB", eoStart)}, began},
		"a place's that nobody speaks":  {[]chat.Action{spokenIn("ja", eoStart)}, beganElse},
		"others, in the place's":        {[]chat.Action{eoStart, speaking("en-GB", typed("bo", "d3"))}, playedElse},
		"others, in English":            {[]chat.Action{enStart, speaking("eo", typed("bo", "d3"))}, played},
		"alone, in one's own":           {[]chat.Action{enStart, speaking("eo", typed("bo", "a1"))}, freeElse},
		"alone, in English":             {[]chat.Action{eoStart, speaking("en", typed("bo", "a1"))}, free},
		"alone, if unknown":             {[]chat.Action{eoStart, typed("bo", "a1")}, freeElse},
		"alone, before anything":        {[]chat.Action{speaking("eo", typed("bo", "dance"))}, "Ⓘ ⓓⓞ ⓝⓞⓣ ⓚⓝⓞⓦ dance"},
		"the second starter's, no more": {[]chat.Action{enStart, typed("ana", "stop"), eoStart}, began},
		"the challenger's":              {[]chat.Action{speaking("eo", challenging())}, "@bo, ana ⓒⓗⓐⓛⓛⓔⓝⓖⓔⓢ ⓨⓞⓤ."},
		"what is set":                   {[]chat.Action{eoStart, ordered("settings language:en"), typed("bo", "d3")}, played},
		"what is set first":             {[]chat.Action{ordered("settings language:eo"), enStart}, beganElse},
		"a region's":                    {[]chat.Action{ordered("settings language en-AU")}, "ana changed the settings. Language: English."},
		"without its name":              {[]chat.Action{ordered("settings eo")}, "ana ⓒⓗⓐⓝⓖⓔⓓ ⓣⓗⓔ ⓢⓔⓣⓣⓘⓝⓖⓢ."},
		"an unknown language":           {[]chat.Action{ordered("settings language:xx")}, "I do not speak that language yet. Choose en or eo."},
		"the settings as they are":      {[]chat.Action{eoStart, speaking("en", typed("bo", "settings"))}, "Theme: classic. Pings: late. Language: Ⓔⓝⓖⓛⓘⓢⓗ. Rated games: on. Puzzle of the day: off. Weekly post: off."},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.Words = twoLanguages()
			says(t, s.doAll(t, c.said), c.want+"…")
		})
	}
}

// TestBetaLanguages checks that a language without a reviewer is used only if it was chosen.
func TestBetaLanguages(t *testing.T) {
	beta := strings.Replace(string(pseudo(wordstest.English())), `[Beta]`, "[Beta]\nother = \"b\"\n[Was]", 1)
	_, rest, _ := strings.Cut(beta, "[Was]")
	_, rest, _ = strings.Cut(rest, "[TheBot]")
	beta, _, _ = strings.Cut(beta, "[Was]")
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: wordstest.English()}, "active.eo.toml": {Data: []byte(beta + "[TheBot]" + rest)}})
	noError(t, err)
	for _, c := range []struct {
		said []chat.Action
		want string
	}{
		{[]chat.Action{speaking("eo", typed("ana", "start"))}, "ana opened a game for two."},
		{[]chat.Action{speaking("eo", typed("ana", "dance"))}, "I do not know dance."},
		{[]chat.Action{ordered("settings language:eo"), typed("ana", "start")}, "ana ⓞⓟⓔⓝⓔⓓ ⓐ ⓖⓐⓜⓔ ⓕⓞⓡ ⓣⓦⓞ."},
		{[]chat.Action{ordered("settings language:xx")}, "I do not speak that language yet. Choose en or eo (b)."},
	} {
		s := newStage(t, limits)
		s.Words = catalog
		says(t, s.doAll(t, c.said), c.want+"…")
	}
}

func TestSingleLanguageIsNotStored(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, speaking("en", typed("ana", "start")))
	equal(t, "the settings are", rooms(t, s).Settings, game.Settings{})
}

func TestTheClockSpeaksThePlacesLanguage(t *testing.T) {
	s := newStage(t, limits)
	s.Words = twoLanguages()
	s.do(t, speaking("eo", typed("ana", "start")))
	move := s.do(t, speaking("en", typed("bo", "d3")))
	s.do(t, typed("ana", "c3"))
	late := s.sent(t, move, "m1")
	if len(late.Effects) != 1 || !strings.Contains(late.Effects[0].Message.Text.String(), "ⓖⓐⓜⓔ") {
		t.Errorf("a message that comes too late becomes %v", late)
	}
}

// TestSpoken also checks that the spoken text is empty if the visible text says it all.
func TestSpoken(t *testing.T) {
	for name, c := range map[string]struct {
		said []chat.Action
		want string
	}{
		"a beginning":          {[]chat.Action{typed("ana", "start bot")}, "ana (Black) against the bot, level 3. 2\u2060–\u20602. ana (Black) to move: d3, c4, f5 or e6."},
		"a move":               {[]chat.Action{typed("ana", "start anyone black"), typed("bo", "join"), typed("ana", "d3")}, "ana (Black) played d3, flipping d4. 4\u2060–\u20601. bo (White) to move: c3, e3 or c5."},
		"a move for everybody": {[]chat.Action{typed("ana", "start"), typed("ana", "d3")}, "ana (Black) played d3, flipping d4. 4\u2060–\u20601. White to move: c3, e3 or c5."},
		"a pass":               {[]chat.Action{typed("ana", "load c4c3f5b4a4a5b2"), typed("ana", "a3")}, "ana (White) played a3, flipping a4. 8\u2060–\u20604. Black has no legal move. White to move: c1, d2 or f4."},
		"an end":               {[]chat.Action{typed("ana", "start"), typed("ana", "stop")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			last := s.doAll(t, c.said)
			m := last.Effects[0].Message
			equal(t, "it is told as", m.Spoken.String(), c.want)
		})
	}
}

func TestManyFlips(t *testing.T) {
	const before = "load e6f6c4e3g6g7f3c3d3c5g8e2d2d6d7c1b5c2d1c7b4a4b3g3b1c6h3a2a6g2a3h6g5d8f4b2a1g4a5e1g1f5e7f7c8b6f2h8f8b8f1e8a7h4h5h7"
	for theme, want := range map[string]string{
		"tiles": ", flips 6.",
		"moon":  ", flips e4, d5, c6, c7, d7 and e7.",
	} {
		s := newStage(t, limited(func(l *chat.Limits) { l.Themes = []string{theme} }))
		s.do(t, typed("ana", before))
		m := s.do(t, typed("ana", "b7")).Effects[0].Message
		if got := m.Text.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", theme, got, want)
		}
		if got := m.Spoken.String(); !strings.Contains(got, "flipping e4, d5, c6, c7, d7 and e7. ") {
			t.Errorf("%s is told as %q", theme, got)
		}
	}
}

func offered(r chat.Response) (labels []string) {
	for _, e := range r.Effects {
		for _, row := range e.Message.Controls {
			for _, b := range row.Buttons {
				if strings.Contains(b.Action, ":speak:") {
					labels = append(labels, b.Label)
				}
			}
		}
	}
	return labels
}

// TestLanguageIsOfferedOnce also checks that a thread takes the language of its channel.
func TestLanguageIsOfferedOnce(t *testing.T) {
	start, english := speaking("eo", typed("ana", "start")), speaking("en-US", typed("ana", "start"))
	for name, c := range map[string]struct {
		said []chat.Action
		want int
	}{
		"the first game":                   {[]chat.Action{start}, 2},
		"a first challenge":                {[]chat.Action{speaking("eo", challenging())}, 2},
		"the second game":                  {[]chat.Action{start, typed("ana", "stop"), start}, 0},
		"a game after one that told none":  {[]chat.Action{typed("ana", "start"), typed("ana", "stop"), start}, 2},
		"in English":                       {[]chat.Action{english}, 0},
		"where the place has one":          {[]chat.Action{spokenIn("en-GB", start)}, 0},
		"where it was set":                 {[]chat.Action{ordered("settings language:en"), start}, 0},
		"in a thread":                      {[]chat.Action{inThread(start)}, 2},
		"in a thread of a channel of one":  {[]chat.Action{start, inThread(start)}, 0},
		"in a thread of one that was set":  {[]chat.Action{ordered("settings language:en"), inThread(start)}, 0},
		"in a thread, by a loaded game":    {[]chat.Action{english, inThread(speaking("eo", typed("ana", "load d3")))}, 0},
		"where only the theme is set":      {[]chat.Action{ordered("settings theme:moon"), start}, 2},
		"in a thread where that is so too": {[]chat.Action{ordered("settings theme:moon"), inThread(start)}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limited(func(l *chat.Limits) { l.SharedThreads = true }))
			s.Words = twoLanguages()
			last := s.doAll(t, c.said)
			if got := offered(last); len(got) != c.want {
				t.Errorf("%q are offered in\n%v", got, last)
			}
		})
	}
}
