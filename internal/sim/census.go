package sim

// census counts what a run must have seen to prove something.
type census [sights]int

// sight is something that happens in a run.
type sight int

const (
	crashes sight = iota
	storeCrashes
	silences
	clockJumps
	unreadables
	nights
	lateCalls
	acknowledged
	refused
	leftOpen
	doneBefore
	notified
	expired
	setAside
	sights
)

var sightNames = [sights]string{
	"crashes", "crashes of the store", "silences", "clock jumps", "unreadable games", "nights", "late calls",
	"acts acknowledged", "refused", "left open", "done before", "notifications", "games expired", "set aside",
}

func (w *world) saw(s sight) { w.census[s]++ }
