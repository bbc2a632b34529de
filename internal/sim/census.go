package sim

type census [eventKinds]int

type eventKind int

const (
	crashes eventKind = iota
	storeCrashes
	silences
	clockJumps
	unreadables
	newerGames
	restores
	nights
	lateCalls
	acknowledged
	refused
	leftOpen
	doneBefore
	notified
	expired
	timedOut
	setAside
	decisions
	redraws
	deletions
	falseReports
	losses
	puzzled
	dailyPosts
	weekPosts
	counted
	rated
	requestFaults
	outages
	looks
	mentioned
	eventKinds
)

var eventNames = [eventKinds]string{
	"crashes", "crashes of the store", "silences", "clock jumps", "unreadable games", "games of a newer version", "games put back", "nights", "late calls",
	"acts acknowledged", "refused", "left open", "done before", "notifications", "games expired", "lost by time", "set aside", "moves by votes", "messages drawn again", "deleted",
	"false reports", "losses", "answers to puzzles", "puzzles of the day", "weeks", "records", "rated games",
	"requests gone wrong", "outages", "looks at the end", "mentions that nobody asked for",
}

// canCount reports whether an event can occur in a tier.
func (on tier) canCount(s eventKind) bool {
	if on == core {
		return s < requestFaults
	}
	return s != unreadables && s != newerGames && s != restores && s != losses
}

// tier names what connects the bot to its users.
type tier string

const (
	core     tier = "core"     // a model of the platforms
	adapters tier = "adapters" // the real adapters, over fakes of the platforms
)
