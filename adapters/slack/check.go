package slack

import (
	"encoding/json"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"
)

// blocksSize is how many characters blocks take as they are sent.
func blocksSize(blocks []slackapi.Block) int {
	text, err := json.Marshal(blocks)
	if err != nil {
		return maxMessage
	}
	return utf8.RuneCount(text)
}
