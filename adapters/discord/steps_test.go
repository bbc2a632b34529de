package discord

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The setup steps and their link request all permissions that the bot uses.
func TestStepsAskForPermissions(t *testing.T) {
	text, err := os.ReadFile("../../docs/discord.md")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.Join(strings.Fields(string(text)), " ")
	var all uint64
	for name, bit := range map[string]uint{
		"View Channels": 10, "Send Messages": 11, "Attach Files": 15, "Read Message History": 16,
		"Create Public Threads": 35, "Send Messages in Threads": 38,
	} {
		if all |= 1 << bit; !strings.Contains(plain, name) {
			t.Errorf("no step names %s", name)
		}
	}
	link := regexp.MustCompile(`permissions=(\d+)`).FindStringSubmatch(plain)
	if want := strconv.FormatUint(all, 10); link == nil || link[1] != want {
		t.Errorf("the link asks for %v, want %s", link, want)
	}
}
