package bot

import (
	"errors"
	"fmt"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Refusals that need no detail. The refuse files put them into words.
var (
	errNoGame          = errors.New("no game here")
	errTooMuch         = errors.New("too much at once")
	errTooLong         = errors.New("too long for a command")
	errMentionOnly     = errors.New("a mention is no command")
	errNoSquare        = errors.New("no square given")
	errPass            = errors.New("passing is never chosen")
	errNoTranscript    = errors.New("no transcript given")
	errTranscript      = errors.New("not a transcript")
	errBoardColor      = errors.New("a board needs the colour")
	errLevel           = errors.New("no such level")
	errOtherBot        = errors.New("other bots do not play")
	errOpenColor       = errors.New("an open game has no colour to choose")
	errSelfChallenge   = errors.New("nobody duels themselves")
	errNoChallenge     = errors.New("no challenge to answer")
	errChallengeStays  = errors.New("the challenge stays")
	errStillPlaying    = errors.New("in a duel or a challenge")
	errOpponents       = errors.New("more than one opponent")
	errWhichChallenge  = errors.New("several challenges to answer")
	errNoHints         = errors.New("no hints in a duel between people")
	errNoThreads       = errors.New("no threads here")
	errNotConfigurable = errors.New("not allowed to change the settings")
)

// noGameError is [errNoGame] for a move.
type noGameError struct{ Move rules.Square }

func (e *noGameError) Error() string { return errNoGame.Error() }
func (e *noGameError) Unwrap() error { return errNoGame }

// unchangedError says why a game could not be changed, with the game as it stands.
type unchangedError struct {
	Game game.Game
	Err  error
}

func (e *unchangedError) Error() string { return e.Err.Error() }
func (e *unchangedError) Unwrap() error { return e.Err }

// unknownVerbError says that a word is no command.
type unknownVerbError struct{ Typed string }

func (e *unknownVerbError) Error() string { return "unknown verb" }

// leftOverError says that a word fits none of a command's arguments.
type leftOverError struct{ Word chat.Word }

func (e *leftOverError) Error() string { return "a word too many" }

// notListedError says that an opponent was written, not chosen.
type notListedError struct{ Name string }

func (e *notListedError) Error() string { return "a name that is no mention" }

// manyMovesError says that several moves came where one was wanted.
type manyMovesError struct{ Count int }

func (e *manyMovesError) Error() string { return fmt.Sprintf("%d moves at once", e.Count) }

// twiceError says that an argument was given twice.
type twiceError struct{ Name string }

func (e *twiceError) Error() string { return e.Name + " given twice" }

// choiceError says that an argument is none of the values it can have.
type choiceError struct{ Parameter chat.Parameter }

func (e *choiceError) Error() string { return "no such " + e.Parameter.Name }

// illegalError says that a move is illegal, and why, with what is legal.
type illegalError struct {
	Verdict rules.Verdict
	Legal   rules.Bitboard
}

func (e *illegalError) Error() string { return "an illegal move" }

// peaceError says that a player declined lately and is to be left in peace.
type peaceError struct {
	Player game.Player
	Until  time.Time
}

func (e *peaceError) Error() string { return "declined lately" }

// manyChallengesError says that a player has challenges enough to answer.
type manyChallengesError struct{ Player game.Player }

func (e *manyChallengesError) Error() string { return "too many challenges" }

// tooManyDuelsError says that a player has as many duels as one person may.
type tooManyDuelsError struct {
	Player game.Player
	Most   int
}

func (e *tooManyDuelsError) Error() string { return "too many duels" }

// noThemeError says that there is no theme of that name here.
type noThemeError struct{ Themes []string }

func (e *noThemeError) Error() string { return "no such theme" }

// finishedError says that a transcript leaves nothing to play.
type finishedError struct{ Moves []rules.Square }

func (e *finishedError) Error() string { return "the transcript of a finished game" }
