package slack

import (
	"time"

	"othellobot/chat"
)

// Platform is the Platform field of all users and places in Slack.
const Platform = "slack"

// Limits of a message, in items or characters, https://docs.slack.dev/reference/block-kit/blocks and
// https://docs.slack.dev/reference/methods/chat.postMessage#truncating.
const (
	maxBlocks        = 50
	maxSection       = 3000   // text of a section
	maxText          = 4000   // text for notifications and screen readers
	maxMessage       = 13_000 // all blocks as JSON; undocumented, https://github.com/slackapi/bolt-js/issues/2509
	maxElements      = 25     // controls in a row
	maxLabel         = 75     // label of a button or option
	maxOptions       = 100
	maxPlaceholder   = 150
	maxAccessibility = 75
	maxTitle         = 24 // view title and view buttons
	maxField         = 3000
	maxMetadata      = 3000 // private metadata of a view
	maxAltText       = 2000
)

// Limits of a delivery and its answer. Slack waits three seconds for the acknowledgement,
// https://docs.slack.dev/interactivity/handling-user-interaction.
const (
	ackAfter            = 1500 * time.Millisecond // time until a delivery is acknowledged without an answer
	handleWithin        = 30 * time.Second        // limits the time of the handler
	answerWithin        = 15 * time.Second        // limits sending the answer after the handler has returned, and each whisper
	maxResponses        = 5                       // uses of a response address
	maxCertificateCheck = 1 << 10                 // limits a certificate check's form, in bytes
)

// Limits returns the limits of messages in Slack.
func Limits() chat.Limits {
	return chat.Limits{
		ButtonsPerRow: 5, MoveButtons: 10, Options: maxOptions, // a phone shows five buttons in a row, and two rows below a board
		Threads: true, SharedThreads: true, Forms: true,
		Themes: []string{"classic", "vivid", "moon"},
	}
}
