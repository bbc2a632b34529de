package slack

import (
	"time"

	"othellobot/chat"
)

// Platform is the platform of all users and places here.
const Platform = "slack"

// What a message may hold, https://docs.slack.dev/reference/block-kit/blocks and
// https://docs.slack.dev/reference/methods/chat.postMessage#truncating.
const (
	maxBlocks      = 50
	maxSection     = 3000   // characters of a text, as of all that follow
	maxText        = 4000   // of what notifications and screen readers get
	maxMessage     = 13_000 // characters of all blocks: not documented, some 13,200 are refused, https://github.com/slackapi/bolt-js/issues/2509
	maxElements    = 25     // controls in a row
	maxLabel       = 75     // of a button or an option
	maxOptions     = 100
	maxPlaceholder = 150
	maxAria        = 75 // accessibility label
	maxTitle       = 24 // of a view, and of its buttons
	maxField       = 3000
	maxNote        = 3000 // what a view remembers
	maxAltText     = 2000
)

// When a delivery is acknowledged at the latest, for which Slack waits three
// seconds, and how long the handler may take,
// https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response.
const (
	ackAfter     = 1500 * time.Millisecond
	handleWithin = 30 * time.Second
)

// maxResponses is how often a response address can be used; it lasts for longer
// than any exchange,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
const maxResponses = 5

// maxCheck is how large a form may be that asks about the certificate.
const maxCheck = 1 << 10

// Limits tells what messages may hold here.
func Limits() chat.Limits {
	return chat.Limits{
		ButtonsPerRow: 5, MoveButtons: 10, Options: maxOptions, // five buttons fit beside each other on a phone, and more than two rows would bury the board
		Threads: true, SharedThreads: true, Forms: true,
		Themes: []string{"classic", "vivid", "moon"},
	}
}

// answerWithin is how long what is sent as the answer itself may take, after the
// handler is done; what takes longer is left to the clock.
const answerWithin = 15 * time.Second
