package words

import (
	"othellobot/rules"
)

// Lines for whoever did something that others see a message of. What each says stands in active.en.toml.
type (
	DoneBegun  struct{ sentence }
	DonePlayed struct {
		sentence
		Square rules.Square
	}
	DoneBoard      struct{ sentence }
	DoneChallenged struct{ sentence }
	DoneDeclined   struct{ sentence }
	DoneAsked      struct{ sentence }
	DoneAgreed     struct{ sentence }
	DoneTakenBack  struct{ sentence }
	DoneStopped    struct{ sentence }
	DoneLoaded     struct{ sentence }
	DoneShared     struct{ sentence }
	DoneSettings   struct{ sentence }
	DoneJoined     struct{ sentence }
	DoneClaimed    struct{ sentence }
	DoneResigned   struct{ sentence }
)
