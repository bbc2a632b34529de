package storetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/lease"
	"othellobot/people"
	"othellobot/store"
)

// Subject is an empty store to test.
type Subject struct {
	Store    people.Store
	Installs store.Installs
	Leases   lease.Store
	// Rewrite replaces a text in the stored documents of a place: its room and its past games. Only
	// [RunDatabase] needs it.
	Rewrite func(t *testing.T, at game.Place, old, new string)
}

// Run runs each case on a new store. open returns the store and closes it with [testing.T.Cleanup].
func Run(t *testing.T, open func(t *testing.T, timing game.Timing) Subject) {
	run(t, open, slices.Concat(
		roomCases, saveCases, pastCases, voteCases, dueCases, recordCases, ladderCases, documentCases, forgettingCases, tombstoneCases,
		concurrentCases, models(), installCases, leaseCases,
	))
}

// RunTogether is like [Run], but runs only cases with concurrent calls.
func RunTogether(t *testing.T, open func(t *testing.T, timing game.Timing) Subject) {
	run(t, open, concurrentCases)
}

// RunDatabase is like [Run], with additional cases of unreadable documents.
func RunDatabase(t *testing.T, open func(t *testing.T, timing game.Timing) Subject) {
	Run(t, open)
	run(t, open, unreadableCases)
}

func run(t *testing.T, open func(t *testing.T, timing game.Timing) Subject, cases []testCase) {
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			t.Parallel() // most cases wait for a disk
			subject := open(t, timing)
			c.test(&caseRun{T: t, Subject: subject, table: game.NewTable(subject.Store, timing)})
		})
	}
}

type testCase struct {
	name string
	test func(p *caseRun)
}

var timing = game.Timing{IdleExpiry: 7 * day, Retention: 90 * day, Zones: time.LoadLocation}

const day = 24 * time.Hour

const (
	ana game.Player = "p//ana"
	bo  game.Player = "p//bo"
	cy  game.Player = "p//cy"
	den game.Player = "p//den"

	here      game.Place = "p/team/here/"
	there     game.Place = "p/team/there/"
	elsewhere game.Place = "p/other/here/"
)

var (
	everybody  = []game.Player{ana, bo, cy, den}
	everywhere = []string{"p/", "q/"}

	noon = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
)
