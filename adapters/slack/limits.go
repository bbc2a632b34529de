package slack

import (
	"time"

	"othellobot/chat"
)

// Platform is the platform of all users and places in Slack.
const Platform = "slack"

// Limits of a message, https://docs.slack.dev/reference/block-kit/blocks and
// https://docs.slack.dev/reference/methods/chat.postMessage#truncating.
const (
	maxBlocks      = 50
	maxSection     = 3000   // characters of a section's text, as in the limits below
	maxText        = 4000   // text for notifications and screen readers
	maxMessage     = 13_000 // all blocks as JSON; not documented, some 13,200 are refused, https://github.com/slackapi/bolt-js/issues/2509
	maxElements    = 25     // controls in a row
	maxLabel       = 75     // button or option
	maxOptions     = 100
	maxPlaceholder = 150
	maxAria        = 75 // accessibility label
	maxTitle       = 24 // view title and view buttons
	maxField       = 3000
	maxNote        = 3000 // private metadata of a view
	maxAltText     = 2000
)

// ackAfter is the time until a delivery is acknowledged; Slack waits three seconds. handleWithin
// limits the handler. See
// https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response.
const (
	ackAfter     = 1500 * time.Millisecond
	handleWithin = 30 * time.Second
)

// maxResponses is the number of times that a response address can be used. The address outlives any
// delivery, https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
const maxResponses = 5

// maxCheck limits the form of a certificate check, in bytes.
const maxCheck = 1 << 10

// Limits returns the limits of messages in Slack.
func Limits() chat.Limits {
	return chat.Limits{
		ButtonsPerRow: 5, MoveButtons: 10, Options: maxOptions, // five buttons fit next to each other on a phone; more than two rows would push the board out of view
		Threads: true, SharedThreads: true, Forms: true,
		Themes: []string{"classic", "vivid", "moon"},
	}
}

// answerWithin limits the sending of the answer, after the handler has returned, and of each whisper.
// The clock shows messages that take longer.
const answerWithin = 15 * time.Second
