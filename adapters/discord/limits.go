package discord

import "time"

// Platform is the platform of all users and places of this package.
const Platform = "discord"

// Limits of a message: https://docs.discord.com/developers/resources/message and
// https://docs.discord.com/developers/components/reference.
const (
	maxContent     = 2000 // UTF-16 units; Discord never counts more
	maxButtons     = 5    // in a row
	maxOptions     = 25
	maxLabel       = 80 // of a button
	maxOptionLabel = 100
	maxPlaceholder = 150
	maxDescription = 1024 // of a picture
)

// Limits of the answer to an interaction:
// https://docs.discord.com/developers/interactions/receiving-and-responding. The interaction's
// token dies after 3 s without a first answer, and otherwise after 15 min.
const (
	maxChoices       = 25
	maxChoiceName    = 100
	maxUserFollowUps = 5 // if only a user has installed the bot

	answerWithin   = 3 * time.Second
	answerTry      = 2500 * time.Millisecond // for one attempt at the first answer
	deferAfter     = 1500 * time.Millisecond
	completeWithin = 2500 * time.Millisecond
	tokenLife      = 15*time.Minute - 15*time.Second // leaves time for a last request
	handleWithin   = 30 * time.Second
	followWithin   = 15 * time.Second // for everything sent after the handler has answered
)
