package game

import "slices"

// The words for values in documents.
var (
	modeWords     = []string{Open: "open", Duel: "duel", Voted: "vote"}
	phaseWords    = []string{Challenged: "challenged", Playing: "playing", Over: "over"}
	askWords      = []string{AskUndo: "undo", AskStop: "stop"}
	reminderWords = []string{NoReminder: "", Pinged: "pinged", Reminded: "reminded", ClaimOffered: "claim offered", Warned: "warned"}
	reasonWords   = []string{
		PlayedOut: "played out", Resigned: "resigned", Claimed: "claimed", TimedOut: "timed out", Stopped: "stopped", SetAside: "set aside",
		Expired: "expired", Declined: "declined", Withdrawn: "withdrawn", Lapsed: "lapsed",
	}
	slotWords   = []string{Current: "", Sending: "sending", Behind: "behind", Blind: "blind", Dormant: "dormant", Gone: "gone"}
	pingsWords  = []string{PingLate: "", PingNow: "now", PingOff: "off"}
	weeklyWords = []string{PuzzleOnly: "", PuzzleAndWeek: "also", WeekOnly: "instead"}
)

func parseWord[T ~uint8](words []string, text []byte, value *T) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return errUnreadable
	}
	*value = T(i)
	return nil
}

func (m Mode) MarshalText() ([]byte, error)         { return []byte(modeWords[m]), nil }
func (p Phase) MarshalText() ([]byte, error)        { return []byte(phaseWords[p]), nil }
func (k QuestionKind) MarshalText() ([]byte, error) { return []byte(askWords[k]), nil }
func (r Reminder) MarshalText() ([]byte, error)     { return []byte(reminderWords[r]), nil }
func (r Reason) MarshalText() ([]byte, error)       { return []byte(reasonWords[r]), nil }
func (s SlotState) MarshalText() ([]byte, error)    { return []byte(slotWords[s]), nil }
func (p Pings) MarshalText() ([]byte, error)        { return []byte(pingsWords[p]), nil }
func (w Weekly) MarshalText() ([]byte, error)       { return []byte(weeklyWords[w]), nil }

func (m *Mode) UnmarshalText(text []byte) error         { return parseWord(modeWords, text, m) }
func (p *Phase) UnmarshalText(text []byte) error        { return parseWord(phaseWords, text, p) }
func (k *QuestionKind) UnmarshalText(text []byte) error { return parseWord(askWords, text, k) }
func (r *Reminder) UnmarshalText(text []byte) error     { return parseWord(reminderWords, text, r) }
func (r *Reason) UnmarshalText(text []byte) error       { return parseWord(reasonWords, text, r) }
func (s *SlotState) UnmarshalText(text []byte) error    { return parseWord(slotWords, text, s) }
func (p *Pings) UnmarshalText(text []byte) error        { return parseWord(pingsWords, text, p) }
func (w *Weekly) UnmarshalText(text []byte) error       { return parseWord(weeklyWords, text, w) }
