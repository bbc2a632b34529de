package discord

import (
	"strings"
	"testing"

	"othellobot/chat"
)

func TestRefsAreReadBack(t *testing.T) {
	longest := "18446744073709551615"
	for _, r := range []ref{{channelID, boardID, false}, {channelID, boardID, true}, {"0", "1", true}, {longest, longest, true}} {
		name := r.name()
		if got, err := parseRef(name); err != nil || got != r {
			t.Errorf("%+v is named %q and read as %+v, %v", r, name, got, err)
		}
		if len(name) > 43 {
			t.Errorf("the name %q has %d bytes, want at most 43", name, len(name))
		}
	}
}

func TestOtherNamesAreRefused(t *testing.T) {
	for _, name := range []chat.MessageRef{
		"", "/", "1", "1/", "/1", "1/2/3", "1/2/T", "1/2/t/t", "a/1", "1/a", "-1/2", "1 /2", "../2", "1/..", "1/@original", "１/2", "1/2\n",
		chat.MessageRef(strings.Repeat("1", 21) + "/2"), chat.MessageRef("1/" + strings.Repeat("2", 21)),
	} {
		if r, err := parseRef(name); err == nil {
			t.Errorf("%q is read as %+v", name, r)
		}
	}
}
