package load

import "testing"

// discordRig is a rig with only Discord.
type discordRig struct {
	*rig
	*discordSide
}

func newDiscordRig(b *testing.B) discordRig {
	b.Helper()
	d := newDiscordSide(b)
	return discordRig{startRig(b, setupOf(b), d), d}
}
