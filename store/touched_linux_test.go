package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// touchedDatabase names the environment variable for TestTouchPlaces.
const touchedDatabase = "OTHELLO_TEST_TOUCHED_DATABASE"

const (
	storedGames   = 1_000_000
	touchedPlaces = 100_000
)

// BenchmarkTouched measures a process of its own that opens an SQLite database of a
// million games and loads 100,000 rooms at random: how long until it is ready, what
// a room costs, and the most memory that was resident.
func BenchmarkTouched(b *testing.B) {
	url := fileURL(b)
	storeMany(b, "sqlite", url, storedGames)
	for b.Loop() {
		other := exec.Command(os.Args[0], "-test.run=^TestTouchPlaces$")
		other.Env = append(os.Environ(), touchedDatabase+"="+url)
		output, err := other.CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%s", err, output)
		}
		var ready, room, resident float64
		if _, err := fmt.Sscanf(string(output), "%f %f %f", &ready, &room, &resident); err != nil {
			b.Fatalf("%v\n%s", err, output)
		}
		b.ReportMetric(ready, "s-ready")
		b.ReportMetric(room, "µs/room")
		b.ReportMetric(resident, "MiB-resident")
	}
}

// TestTouchPlaces is no test: BenchmarkTouched runs it as another process.
func TestTouchPlaces(t *testing.T) {
	url := os.Getenv(touchedDatabase)
	if url == "" {
		return
	}
	began := time.Now()
	s := open(t, url, timing)
	touchPlace(t, s, 1)
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	ready := time.Since(began)
	began = time.Now()
	random := rand.New(rand.NewPCG(1, 1))
	for range touchedPlaces {
		touchPlace(t, s, 1+random.IntN(storedGames))
	}
	fmt.Println(ready.Seconds(), float64(time.Since(began).Microseconds())/touchedPlaces, mostResident(t))
}

func touchPlace(t *testing.T, s *store.Store, n int) {
	room, _, err := s.Load(t.Context(), game.Place(fmt.Sprintf("p/team/%d/", n)), "")
	if err != nil || room.Active == nil || len(room.Slots) != 1 {
		t.Fatalf("room %d is %+v, %v", n, room, err)
	}
}

// mostResident is the most memory of this process that was resident, in MiB.
func mostResident(t *testing.T) float64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes float64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		t.Fatal(err)
	}
	return kilobytes / 1024
}
