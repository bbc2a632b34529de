package sim

// mistake is one that the simulation must find, to show that it finds mistakes.
type mistake string

const (
	none               mistake = ""
	unreadableStopsAll mistake = "unreadable-stops-all" // one game that cannot be read fails all that is due
	newerUnreadable    mistake = "newer-unreadable"     // a game of a newer version is taken for one that nobody can read
	unmarkedTurns      mistake = "unmarked-turns"       // a button tells its turn and not its position
	noDeadlines        mistake = "no-deadlines"         // calls of the store may take for ever
	blindTrust         mistake = "blind-trust"          // a wrong clock is trusted
	checkThenAct       mistake = "check-then-act"       // a change first looks whether it fits, and is stored later
	noteThenAct        mistake = "note-then-act"        // a note does
	noteAnyPost        mistake = "note-any-post"        // a note does not look whose message the slot holds
	answerBeforeSync   mistake = "answer-before-sync"   // the store answers before that would survive
	forgetDeliveries   mistake = "forget-deliveries"    // the store does not know deliveries again
	forgetRedraws      mistake = "forget-redraws"       // what was not shown is not drawn again
	putBack            mistake = "put-back"             // what is drawn again is put back where somebody took it away
	drawTogether       mistake = "draw-together"        // who takes a slot does not look whether another was faster
	forgetClaims       mistake = "forget-claims"        // what is drawn again is not taken from others
	lateAgain          mistake = "late-again"           // after a note nothing of a room is due in time
	loseEnded          mistake = "lose-ended"           // games that leave their rooms are not kept
)

// Mistakes of adapters, and of what stands around them.
const (
	oneForAll      mistake = "one-for-all"     // what a platform does not take on waits on all of them
	claimNewest    mistake = "claim-newest"    // a message is said to show what the game has come to
	repeatPosts    mistake = "repeat-posts"    // a message whose answer was lost is sent again
	unknownPuzzles mistake = "unknown-puzzles" // a puzzle of the day that was sent before is not known again
	untold         mistake = "untold"          // nobody knows whom they have mentioned
)

// unheeded is no mistake: Slack ignores client_msg_id, and the judge allows more.
const unheeded mistake = "unheeded"

// Mistakes with puzzles and with what is kept of finished games.
const (
	lastAnswerWins mistake = "last-answer-wins" // an answer to a puzzle does not look whether another was faster
	freshDailies   mistake = "fresh-dailies"    // nobody knows that a puzzle of the day or a week may have been posted
	uncounted      mistake = "uncounted"        // of games against the bot nothing is kept
	ratedTwice     mistake = "rated-twice"      // a rated game is an entry of the log twice
	endedTwice     mistake = "ended-twice"      // the end by time of a rated game does not look whether it was played on
)

// Mistakes with what is told to be gone.
const (
	purgeAtOnce    mistake = "purge-at-once"   // what is told to be gone is deleted
	missLife       mistake = "miss-life"       // signs of life do not matter
	neverConfirm   mistake = "never-confirm"   // nobody asks again about what is gone
	purgeOnce      mistake = "purge-once"      // what a purge has not come to is forgotten
	trustRemovals  mistake = "trust-removals"  // a removal is believed, whatever the token does
	revokedRemoves mistake = "revoked-removes" // the end of a token is taken for a removal
)
