package slack

import (
	"encoding/json"

	slackapi "github.com/slack-go/slack"
)

// blocksSize is how many characters blocks take as they are sent.
func blocksSize(blocks []slackapi.Block) int {
	text, err := json.Marshal(blocks)
	if err != nil {
		return maxMessage
	}
	return len(text)
}
