package bot

import (
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/words"
)

// BenchmarkRead measures how what people type is understood.
func BenchmarkRead(b *testing.B) {
	bot := New(Config{Words: words.MustLoad()})
	for name, typed := range map[string]string{
		"command":  "move d3",
		"square":   "d3",
		"phrase":   "could you please take back my last move",
		"japanese": "ボットと対戦したいです",
		"longest":  strings.Repeat("can you i want to ", 110),
		"unspaced": strings.Repeat("どこに", 220),
	} {
		b.Run(name, func(b *testing.B) {
			r := request{Action: chat.Action{Words: []chat.Word{{Text: typed}}}}
			b.ReportAllocs()
			for b.Loop() {
				_ = bot.read(&r)
			}
		})
	}
}
