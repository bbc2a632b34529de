package sim

// mistake is a fault that the simulation makes on purpose and must find.
type mistake string

const (
	none               mistake = ""
	unreadableStopsAll mistake = "unreadable-stops-all" // one unreadable game makes all due work fail
	newerUnreadable    mistake = "newer-unreadable"     // a game of a newer version is taken for unreadable
	unmarkedTurns      mistake = "unmarked-turns"       // a button holds its turn, but not its position
	noDeadlines        mistake = "no-deadlines"         // calls of the store may take forever
	blindTrust         mistake = "blind-trust"          // a wrong clock is trusted
	checkThenAct       mistake = "check-then-act"       // whether a change fits is checked first, and the change is stored later
	noteThenAct        mistake = "note-then-act"        // whether a note fits is checked first, and the note is stored later
	noteAnyPost        mistake = "note-any-post"        // a note does not check which message the slot holds
	answerBeforeSync   mistake = "answer-before-sync"   // the store answers before the change is durable
	forgetDeliveries   mistake = "forget-deliveries"    // the store does not recognize repeated deliveries
	forgetRedraws      mistake = "forget-redraws"       // a message that was not shown is not drawn again
	putBack            mistake = "put-back"             // a redraw restores a message that a user deleted
	drawTogether       mistake = "draw-together"        // a process claims a slot even if another was faster
	forgetClaims       mistake = "forget-claims"        // a claim for a redraw is not stored
	lateAgain          mistake = "late-again"           // after a note nothing in the room is due in time
	loseEnded          mistake = "lose-ended"           // games that leave their rooms are lost
)

// Mistakes of adapters and of their surroundings.
const (
	oneForAll      mistake = "one-for-all"     // a platform that takes nothing holds up all platforms
	claimNewest    mistake = "claim-newest"    // a message is said to show the newest version of the game
	repeatPosts    mistake = "repeat-posts"    // a message whose answer was lost is sent again
	unknownPuzzles mistake = "unknown-puzzles" // a daily puzzle that was sent before is not recognized
	untold         mistake = "untold"          // mentions of people are not remembered
)

// unheeded is not a mistake: Slack ignores client_msg_id, and the judge allows more.
const unheeded mistake = "unheeded"

// Mistakes with puzzles and with finished games.
const (
	lastAnswerWins mistake = "last-answer-wins" // an answer to a puzzle is stored even if another was faster
	freshDailies   mistake = "fresh-dailies"    // no process notices that a daily puzzle or a weekly summary may have been posted
	uncounted      mistake = "uncounted"        // games against the bot are not counted
	ratedTwice     mistake = "rated-twice"      // a rated game has two entries in the log
	endedTwice     mistake = "ended-twice"      // a rated game ends by time even if it was played on
)

// Mistakes with places that are reported as gone.
const (
	purgeAtOnce    mistake = "purge-at-once"   // a place reported as gone is deleted at once
	missLife       mistake = "miss-life"       // signs of life are ignored
	neverConfirm   mistake = "never-confirm"   // the bot never asks again about lost places
	purgeOnce      mistake = "purge-once"      // the rest of an unfinished purge is forgotten
	trustRemovals  mistake = "trust-removals"  // a removal is believed, whatever the state of the token
	revokedRemoves mistake = "revoked-removes" // the end of a token is taken for a removal
)
