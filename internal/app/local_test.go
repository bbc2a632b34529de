package app

import "testing"

func TestTerminalsThatShowEmoji(t *testing.T) {
	for env, want := range map[[4]string]bool{
		{"LANG", "en_US.UTF-8", "TERM", "xterm"}:   true,
		{"LANG", "C.utf8", "TERM", "xterm"}:        true,
		{"LANG", "en_US.UTF-8", "TERM", "linux"}:   false,
		{"LANG", "C", "TERM", "xterm"}:             false,
		{"LC_ALL", "C", "LANG", "en_US.UTF-8"}:     false,
		{"TERM", "xterm", "COLORTERM", "anything"}: false,
	} {
		set := map[string]string{env[0]: env[1], env[2]: env[3]}
		if got := showsEmoji(func(key string) string { return set[key] }); got != want {
			t.Errorf("with %v emoji are shown: %v, want %v", set, got, want)
		}
	}
}
