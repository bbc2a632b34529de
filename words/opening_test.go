package words_test

import (
	"strings"
	"testing"

	"othellobot/rules"
	"othellobot/words"
)

// TestOpenings compares Japanese opening names with those of their positions in the list
// of Egaroucid.
func TestOpenings(t *testing.T) {
	catalog := words.Load()
	ja, _ := catalog.Named("ja")
	own := map[string]string{
		"f5f4": "平行取り", "f5f6": "斜め取り", "f5f6e6f4g5": "飛び出し牛", "f5f6e6f4g6": "ヘビ", "f5f6e6f4g7": "暴走牛",
		"f5f6e6f4g4": "たぬき", "f5f6e6f4c3": "バッファロー", "f5f6e6f4e3": "牛", "f5f6e6f4e3d6": "白大量取り",
		"f5f6e6f4e3c5g5": "こうもり", "f5d6": "縦取り", "f5d6c3d3c4": "虎", "f5d6c3d3c4b3": "イエス流",
		"f5d6c3d3c4f4e6": "リーダーズタイガー", "f5d6c3d3c4f4e3": "ブライトウェル", "f5d6c3d3c4f4f6g5": "ノーカン",
		"f5d6c3d3c4f4f6f3": "コンポス", "f5d6c3d3c4f4f6b4": "カン", "f5d6c3d3c4f4c5b3c2": "ローズビル",
		"f5d6c3d3c4f4c5b3c2e6": "金魚", "f5d6c4d3c5": "猫", "f5d6c4d3e6": "羊", "f5d6c4g5c6": "燕", "f5d6c5f4d3": "馬",
		"f5d6c5f4e3d3": "三村流", "f5d6c5f4e3c6e6": "井上流", "f5d6c5f4e3c6e6f6": "雪うさぎ", "f5d6c5f4e3c6d3f6e6d7": "ローズ",
		"f5d6c5f4e3c6d3f6e6d7g4": "Fローズ", "f5d6c5f4e3c6d3f6e6d7g4c4": "Fローズローテーション型",
		"f5d6c3d3c4f4f6": "Stephenson", // also the Japanese name
	}
	for transcript, want := range own {
		moves, err := rules.ParseTranscript(transcript)
		noError(t, err)
		said := words.OpeningReached{Opening: words.Opening(rules.OpeningOf(moves))}
		if got := ja.String(said); !strings.Contains(got, "「"+want+"」") {
			t.Errorf("%s is said as %q, want %s", transcript, got, want)
		}
		if got := catalog.Default().String(said); !strings.Contains(got, rules.OpeningOf(moves)) {
			t.Errorf("in English %s is said as %q", transcript, got)
		}
	}
	if got := strings.Count(ja.String(words.OpeningWords{}), ":"); got != len(own)-1 {
		t.Errorf("%d openings have another name, and %d are tested", got, len(own)-1)
	}
}

func TestOpeningsAreTranslated(t *testing.T) {
	catalog := words.Load()
	for _, tag := range catalog.Tags() {
		l, _ := catalog.Named(tag)
		for _, name := range []string{"Perpendicular", "Cat", "Cow", "Snake", "Chimney"} {
			said := l.String(words.HistoryOpening{Opening: words.Opening(name)})
			if tag != "en" && strings.HasSuffix(strings.TrimRight(said, ".。"), name) {
				t.Errorf("in %s it is said %q", tag, said)
			}
		}
	}
}
