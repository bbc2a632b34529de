package discord

import "time"

// Platform is the platform of all users and places here.
const Platform = "discord"

// What a message may hold,
// https://docs.discord.com/developers/resources/message and
// https://docs.discord.com/developers/components/reference.
const (
	maxContent     = 2000 // UTF-16 units, which is never fewer than what Discord counts
	maxButtons     = 5    // in a row
	maxOptions     = 25
	maxLabel       = 80 // of a button
	maxOptionLabel = 100
	maxPlaceholder = 150
	maxDescription = 1024 // of a picture
)

// What the answer to a completion may hold,
// https://docs.discord.com/developers/interactions/receiving-and-responding.
const (
	maxChoices    = 25
	maxChoiceName = 100
)

// How long an interaction can be answered, same page. A first answer later than
// 3 s finds the token dead; after it the token lives 15 min.
const (
	answerWithin   = 3 * time.Second
	answerTry      = 2500 * time.Millisecond // of an attempt at it
	deferAfter     = 1500 * time.Millisecond
	completeWithin = 2500 * time.Millisecond
	tokenLife      = 15*time.Minute - 15*time.Second // less what a request may take
	handleWithin   = 30 * time.Second
	followWithin   = 15 * time.Second // of all that is sent after the first answer by whoever sent that
)

// maxUserFollowUps is how many follow-ups one token sends where the bot is
// installed by the user alone,
// https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages.
const maxUserFollowUps = 5
