package main

import (
	"encoding/hex"
	"testing"
)

// newBaseline starts the program that checks the signature and then answers
// everybody with the board of this game.
func (r *rig) newBaseline(b *testing.B, g underWay) *process {
	b.Helper()
	asked := r.record(func() { r.Command(g.Where, "bo", "board") })
	answer, err := asked[0].send(r.Transport(), r.url)
	if err != nil {
		b.Fatal(err)
	}
	env := []string{"DISCORD_PUBLIC_KEY=" + hex.EncodeToString(r.PublicKey())}
	return launch(b, build(b, "./testdata/baseline"), env, string(answer))
}
