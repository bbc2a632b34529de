package bot

import (
	"errors"

	"othellobot/record"
	"othellobot/rules"
	"othellobot/words"
)

// unreadable refuses an unreadable record or board, and names its first fault.
func unreadable(err error) error {
	var illegal *rules.ReplayError
	var pass *record.PassError
	var fault *record.FaultError
	var size *rules.BoardSizeError
	var char *rules.BoardCharError
	switch {
	case errors.As(err, &illegal):
		return refused(words.LoadIllegal{Number: illegal.Number, Square: illegal.Square, Color: illegal.ToMove})
	case errors.As(err, &pass):
		return refused(words.LoadPass{Number: pass.Number, Color: pass.Color})
	case errors.As(err, &fault) && words.Typed(fault.Word).Harmless():
		return refused(words.LoadFault{Number: fault.Number, Word: words.Typed(fault.Word)})
	case errors.As(err, &fault):
		return refused(words.LoadFaultUnsaid{Number: fault.Number})
	case errors.As(err, &size):
		return refused(words.BoardSize{Squares: words.Count(size.Size)})
	case errors.As(err, &char):
		return refused(words.BoardCharacter{Number: char.Number})
	case errors.Is(err, record.ErrNoSide):
		return refused(words.LoadWhoseMove{})
	case errors.Is(err, record.ErrVariant):
		return refused(words.LoadVariant{})
	default:
		return refused(words.NotATranscript{})
	}
}
