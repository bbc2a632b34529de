package discord_test

import "othellobot/adapters/discord/discordtest"

// deed is one kind of interaction, in a room with a fresh game of ana.
type deed struct {
	name   string
	do     func(*room) *discordtest.Interaction
	at     string   // the moves of the game at the end
	now    []string // what is seen if all goes well
	defers int      // the first answer, if it is to say that all takes longer
	later  []string // what is seen if the first answer had to wait
	lost   []string // what is seen if the first answer got lost
}

// deeds are one of each kind. The board is message 1.
func deeds() []deed {
	const (
		moved     = "@ana (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]"
		began     = "edit 1: The game began."
		challenge = "@ana (Black) challenges @bo (White) to a duel… [Accept Decline] (notifies bo)"
	)
	return []deed{
		{
			name:   "move",
			do:     func(r *room) *discordtest.Interaction { return r.plays("ana", "d3") },
			at:     "d3",
			now:    []string{"post 2: " + moved, began},
			defers: discordtest.CallbackDeferred,
			later:  []string{"only ana 2: d3 played.", "post 3: " + moved, began},
			lost:   []string{"post 2: " + moved, began},
		},
		{
			name:   "wrong move",
			do:     func(r *room) *discordtest.Interaction { return r.plays("ana", spoken) },
			now:    []string{"only ana 2: abracadabra is not a square.…"},
			defers: discordtest.CallbackDeferred,
			later:  []string{"only ana 2: abracadabra is not a square.…"},
		},
		{
			name: "challenge",
			do: func(r *room) *discordtest.Interaction {
				return r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
			},
			now:    []string{"post 2: " + challenge},
			defers: discordtest.CallbackDeferred,
			later:  []string{"only ana 2: The challenge is made.", "post 3: " + challenge},
			lost:   []string{"post 2: " + challenge},
		},
		{
			name:   "press",
			do:     func(r *room) *discordtest.Interaction { return r.presses("ana", "d3") },
			at:     "d3",
			now:    []string{"edit 1: " + moved},
			defers: discordtest.CallbackDeferral,
			later:  []string{"edit 1: " + moved},
			lost:   []string{"edit 1: " + moved},
		},
		{
			name:   "press answered in private",
			do:     func(r *room) *discordtest.Interaction { return r.presses("bo", "Hint") },
			now:    []string{"only bo 2: Try …"},
			defers: discordtest.CallbackDeferral,
			later:  []string{"only bo 2: Try …"},
		},
	}
}

// begun gives a room with a game of ana, where nothing has gone wrong yet.
func (w *world) begun(name string) *room {
	w.t.Helper()
	r := w.in(w.Channel(name))
	r.sends("ana", "start")
	r.shows("post 1: @ana opened a game for everybody here: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
	w.ForgetRequests()
	return r
}
