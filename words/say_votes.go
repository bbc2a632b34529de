package words

import (
	"othellobot/rules"
)

// Games that a channel plays by votes. What each says stands in active.en.toml.
type (
	VoteBegins struct {
		sentence
		Player Person
		Color  rules.Color
		Level  int
	}
	ChannelChose struct {
		sentence
		Square rules.Square
		Votes  int
		All    Count
		Others string
	}
	ChannelAgreed struct {
		sentence
		Square rules.Square
		Votes  Count
	}
	VoteUntil struct {
		sentence
		Until When
	}
	VoteRests  struct{ sentence }
	VotesSoFar struct {
		sentence
		Votes Count
	}
	BestVoter struct {
		sentence
		Player Person
		Same   int
		Votes  Count
	}
	WellPlayedAll struct{ sentence }
	YourVote      struct {
		sentence
		Square rules.Square
		Until  When
	}
	VoteLate struct {
		sentence
		Square rules.Square
	}
	VoteClosed     struct{ sentence }
	NoHintsInVotes struct{ sentence }
	MayStopVote    struct {
		sentence
		Starter Person
	}
	BusyVote struct {
		sentence
		Starter Person
		Move    int
	}
	PlayAllButton struct{ sentence }
	VoteChoice    struct{ sentence }
	StartVoteHelp struct{ sentence }
)
