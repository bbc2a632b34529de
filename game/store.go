package game

import "context"

// Store keeps changes beyond the process. Its methods may be called
// concurrently.
type Store interface {
	// Commit stores a change, or nothing of it and an error. The stored version
	// of the change's game must be one less than the new one: a commit that
	// finds another is [ErrStale], one whose delivery is known [ErrDuplicate]. A
	// game that is not stored has version 0, also after a purge, so that a change
	// of it that was under way elsewhere fails.
	Commit(ctx context.Context, c Change) error
}

// Change is what one action changes, to be stored in one transaction.
type Change struct {
	Place    Place
	Game     *Game     // the game as it is to be, if it changes
	Settings *Settings // the place's settings, if they change
	Delivery string    // the action's delivery id, kept for 24 hours; may be empty
	Purged   bool      // all that is stored of the place goes: games, settings and messages; there may be nothing
}
