package crash

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/store"
	"othellobot/store/storetest"
)

// The program is killed while puzzles are posted and tried, by one process and by two.
func TestPuzzlesKilledOverSQLite(t *testing.T) {
	t.Parallel()
	puzzleAndKill(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"), 1, cycles(3))
}

func TestPuzzlesKilledOverPostgres(t *testing.T) {
	t.Parallel()
	puzzleAndKill(t, storetest.Postgres(t), 2, cycles(3))
}

// puzzleAndKill kills so many times. Then each puzzle of each person has ended once, as is
// stored, and each channel has got each puzzle once.
func puzzleAndKill(t *testing.T, url string, programs, times int) {
	began := time.Now()
	wanted := wantDaily(t, url, began)
	all := killTogether(t, programs, times, func() *program[seen] {
		return start(t, puzzleEnv+"="+hastyOrders(began, url), "", func(told []seen) bool {
			return len(told) >= 20 && slices.ContainsFunc(told, func(one seen) bool { return one.Channel != "" })
		})
	})
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ended := checkEnds(t, s, all)
	posted := checkPosts(t, all, wanted, began, hasty{began, hurry}.Now())
	t.Logf("%d kills of %d programs: %d puzzles have ended, %d were posted", times, programs, ended, posted)
	if ended < 5*times || posted < times {
		t.Errorf("%d ends and %d posts prove little", ended, posted)
	}
}

// wantDaily has channels ask for a puzzle a day.
func wantDaily(t *testing.T, url string, began time.Time) map[string]game.Daily {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	table, wanted := game.NewTable(s, timing), make(map[string]game.Daily)
	for i := range puzzleChannels {
		at := chat.Place{Platform: platform, Channel: fmt.Sprint("daily", i)}
		daily := game.Daily{Minute: 1 + i*24*60/puzzleChannels, Zone: "UTC"}
		p := game.Proposal{Settings: &game.Settings{Daily: daily}, Now: began.UTC()}
		if _, err := table.Do(t.Context(), game.Room{Place: game.Place(at.String())}, p); err != nil {
			t.Fatal(err)
		}
		wanted[at.Channel] = daily
	}
	return wanted
}

// checkEnds compares how puzzles ended, as people were told, with each other and with what
// is stored, and counts them.
func checkEnds(t *testing.T, s game.Store, all []seen) int {
	t.Helper()
	type solving struct{ who, puzzle string }
	ends := make(map[solving]string)
	for _, one := range all {
		if one.Who == "" {
			continue
		}
		key := solving{one.Who, one.Puzzle}
		if before, known := ends[key]; known && before != one.Mark {
			t.Errorf("puzzle %s of %s has ended %s and %s", one.Puzzle, one.Who, before, one.Mark)
		}
		ends[key] = one.Mark
	}
	for key, mark := range ends {
		id, _ := puzzle.ParseID(key.puzzle)
		kept, err := s.Puzzler(t.Context(), game.Player(key.who), uint8(id.Grade))
		stored := map[bool]string{true: "🟩", false: "🟨"}[kept.Wrong.IsEmpty()]
		if !kept.Solved {
			stored = "🟥"
		}
		switch {
		case err != nil:
			t.Fatal(err)
		case kept.Number < id.Number, kept.Number == id.Number && (!kept.Over() || stored != mark):
			t.Errorf("puzzle %s of %s has ended %s, and %+v is stored", key.puzzle, key.who, mark, kept)
		}
	}
	return len(ends)
}

// checkPosts fails the test where a channel got a puzzle twice, or none that has been due for
// so long that it would come too late, and counts those posted. One that comes again is
// found by the platform.
func checkPosts(t *testing.T, all []seen, wanted map[string]game.Daily, began, now time.Time) int {
	t.Helper()
	type post struct {
		channel string
		day     game.Day
	}
	first, any := make(map[post]int), make(map[post]bool)
	for _, one := range all {
		if one.Channel == "" {
			continue
		}
		key := post{one.Channel, one.Day}
		if any[key] = true; !one.Again {
			first[key]++
		}
	}
	for key, n := range first {
		if n > 1 {
			t.Errorf("%s got the puzzle of day %d %d times", key.channel, key.day, n)
		}
	}
	for channel, daily := range wanted {
		last, _, _ := daily.Last(now.Add(-game.TooLate))
		for day := last; ; day-- {
			at, _ := daily.On(day)
			if !at.After(began) {
				break
			}
			if !any[post{channel, day}] {
				t.Errorf("%s did not get the puzzle of day %d", channel, day)
			}
		}
	}
	return len(any)
}
