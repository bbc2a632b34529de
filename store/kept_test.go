package store_test

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

func dataCensusOf(t *testing.T, kind, url string) (c storetest.Census) {
	t.Helper()
	behind(t, kind, url, func(db *sql.DB) (err error) {
		c, err = storetest.NewCensus(db, columnsOf[kind])
		return err
	})
	return c
}

// wantKept checks that the export of p names them as often, and in the same rows, as the database.
func wantKept(t *testing.T, s *store.Store, c storetest.Census, p game.Player) people.Kept {
	t.Helper()
	k, err := s.Kept(t.Context(), p)
	noError(t, err)
	if d := gocmp.Diff(c.Of(p), storetest.TallyOf(k)); d != "" {
		t.Errorf("what names %s (-census +export):\n%s", p, d)
	}
	return k
}

// occupy stores everything about a person that no game involves.
func occupy(t *testing.T, s *store.Store, p game.Player) {
	t.Helper()
	ctx := t.Context()
	_, err := people.ChangeChoices(ctx, s, p, noon, func(c people.Choices) people.Choices { c.Board = "words"; return c })
	noError(t, err)
	noError(t, people.Enlist(ctx, s, p, "p/team/", true, noon))
	_, err = people.ChangePuzzler(ctx, s, p, 1, "p/team/1/", noon, func(z people.Puzzler) (people.Puzzler, error) { return z.Try(7, 3, true) })
	noError(t, err)
	noError(t, s.SaveDocument(ctx, people.Change{Document: people.Document{Player: p, Kind: people.ExercisesKind, Version: 1, Doc: `{"exercises":[]}`}}))
	noError(t, s.SetHidden(ctx, "p/team/", p, true))
	noError(t, s.Bury(ctx, game.PersonTombstone(p, noon)))
}

// TestKept compares what is exported of people with a census of all tables and columns, also after one of them was
// forgotten. No export names another person.
func TestKept(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		const ana, bo game.Player = "p//4711ana", "p//4711bo"
		for n, p := range []game.Player{ana, bo} {
			involve(t, s, p, game.ID(100*(n+1)))
			occupy(t, s, p)
		}
		garble(t, s, kind, url, ana)
		c := dataCensusOf(t, kind, url)
		for _, p := range []game.Player{ana, bo, other} {
			k := wantKept(t, s, c, p)
			text, err := json.Marshal(k)
			noError(t, err)
			for _, q := range []game.Player{ana, bo, other} {
				if q != p && strings.Contains(string(text), string(q)) {
					t.Errorf("the export of %s names %s", p, q)
				}
			}
			if p == ana && len(k.Tables) < 10 {
				t.Errorf("only %d tables name %s", len(k.Tables), p)
			}
		}
		noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, ana, noon.Add(time.Hour)))
		c = dataCensusOf(t, kind, url)
		for p, empty := range map[game.Player]bool{ana: true, bo: false} {
			if k := wantKept(t, s, c, p); len(k.Tables) == 0 != empty || len(k.Games) == 0 != empty {
				t.Errorf("of %s %d games are left, and %v", p, len(k.Games), k.Tables)
			}
		}
	})
}

// TestKeptHidesSecrets checks that the export of a running game holds neither a coach's level nor the best moves.
func TestKeptHidesSecrets(t *testing.T) {
	s := open(t, "memory:", timing)
	coached, vote := againstEngine(1, "p/team/1/", "p//ana"), voted(2, "p/team/2/", "p//ana")
	coached.Coached, coached.Level = true, 7
	ballot := *vote.Ballot
	ballot.Best = []rules.Square{19}
	vote.Ballot = &ballot
	for _, g := range []game.Game{coached, vote} {
		propose(t, s, g.Place, game.Proposal{New: &g, Now: noon, Display: reserve})
	}
	k, err := s.Kept(t.Context(), "p//ana")
	noError(t, err)
	text, err := json.Marshal(k)
	noError(t, err)
	for _, secret := range []string{`"level"`, `"best"`} {
		if strings.Contains(string(text), secret) || len(k.Games) != 2 {
			t.Errorf("%s is in %s", secret, text)
		}
	}
}

// impersonal are the tables that name no person.
var impersonal = []string{"tenants", "paces", "installs", "leases", "heartbeat", "othello_schema"}

// inDocuments are the tables that name people only in documents, or only while a person is being forgotten.
var inDocuments = []string{"rooms", "games", "tombstones"}

// TestEveryTableIsKnown checks that the export reads every column of the tables with people's names, and that
// forgetting changes each of these tables.
func TestEveryTableIsKnown(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		open(t, url, timing)
		known := store.PersonalColumns()
		behind(t, kind, url, func(db *sql.DB) error {
			return eachColumn(db, kind, func(table, column string) error {
				switch columns, personal := known[table]; {
				case personal && !slices.Contains(columns, column):
					t.Errorf("the export omits %s.%s", table, column)
				case personal && !store.ForgetChanges(table):
					t.Errorf("forgetting leaves %s", table)
				case !personal && !slices.Contains(slices.Concat(impersonal, inDocuments), table):
					t.Errorf("%s: does a column name people?", table)
				}
				return nil
			})
		})
	})
}
