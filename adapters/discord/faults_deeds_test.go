package discord_test

import (
	"othellobot/adapters/discord/discordtest"
	"othellobot/words"
)

// deed is one kind of interaction, in a room where ana has just started a game.
type deed struct {
	name string
	do   func(*room) *discordtest.Interaction
	at   string   // moves of the game at the end
	now  []string // what is shown without any trouble
	lost []string // what is shown if the first answer was lost
}

func deeds() []deed {
	var (
		moved     = "board 4–1 [c3 e3 c5] [engage hint]"
		began     = "edit 1: " + gameBegan
		challenge = "…[accept:rated accept decline] (notifies bo)"
	)
	return []deed{
		{
			name: "move",
			do:   func(r *room) *discordtest.Interaction { return r.plays("ana", "d3") },
			at:   "d3",
			now:  []string{"post 2: " + moved, began},
			lost: []string{"post 2: " + moved, began},
		},
		{
			name: "wrong move",
			do:   func(r *room) *discordtest.Interaction { return r.plays("ana", spoken) },
			now:  []string{"only ana 2: " + says(words.NotASquare{Word: spoken})},
		},
		{
			name: "challenge",
			do: func(r *room) *discordtest.Interaction {
				r.Restrict("ana", discordtest.CreatePublicThreads) // in a channel with a game, the challenge would go to a thread
				return r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
			},
			now:  []string{"post 2: " + challenge},
			lost: []string{"post 2: " + challenge},
		},
		{
			name: "press",
			do:   func(r *room) *discordtest.Interaction { return r.presses("ana", "d3") },
			at:   "d3",
			now:  []string{"edit 1: " + moved},
			lost: []string{"edit 1: " + moved},
		},
		{
			name: "press answered in private",
			do:   func(r *room) *discordtest.Interaction { return r.presses("bo", "hint") },
			now:  []string{"only bo 2: …"},
		},
	}
}

// begun returns a room in which ana has started a game, before any trouble.
func (w *world) begun(name string) *room {
	w.t.Helper()
	r := w.in(w.Channel(name))
	r.sends("ana", "start")
	r.shows("post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
	w.ForgetRequests()
	return r
}
