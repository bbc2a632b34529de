package game

import (
	"slices"
	"testing"

	"othellobot/rules"
)

func TestSalvaged(t *testing.T) {
	for document, want := range map[string]string{
		`{"mode":"teams","starter":"ana","moves":"f5d6c3","seats":[{"player":"ana","color":"red"}]}`:    "f5d6c3",
		`{"mode":"duel","phase":7,"moves":"f5"}`:                                                        "f5",
		`{"format":9,"moves":"d3","start":{"black":"810000000","white":"1008000000","toMove":"black"}}`: "d3",
		`{"format":9,"moves":"d3","start":{"black":"810000000","white":"1008000000","toMove":"ana"}}`:   "",

		`{"mode":"duel","moves":"a1"}`:   "",
		`{"mode":"duel","moves":"ana"}`:  "",
		`{"mode":"duel","moves":["f5"]}`: "",
		`{"mode":"duel"}`:                "",
		`{"mode":"duel","moves":"f5`:     "",
	} {
		g, kept := Salvaged(7, here, []byte(document), noon)
		if got := rules.FormatTranscript(g.Moves); got != want || kept != (want != "") {
			t.Errorf("of %s %q is left, %t", document, got, kept)
		}
		if !kept {
			continue
		}
		if len(slices.DeleteFunc(g.Players(), func(p Player) bool { return !p.Person() })) > 0 || g.Version != 1 {
			t.Errorf("of %s there is left %+v", document, g)
		}
		wantSameAgain(t, "what is left", g)
	}
}
