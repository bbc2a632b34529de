package bot

import (
	"errors"
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
)

// typedWords are the refusals of what was typed.
func typedWords(r request, err error) chat.Text {
	var (
		unknown  *unknownVerbError
		leftOver *leftOverError
		choice   *choiceError
		twice    *twiceError
		notation *rules.NotationError
		many     *manyMovesError
		size     *rules.BoardSizeError
		char     *rules.BoardCharError
		replay   *rules.ReplayError
		finished *finishedError
		theme    *noThemeError
	)
	switch {
	case errors.As(err, &unknown):
		meant := nearest(strings.ToLower(quote(unknown.Typed)))
		return chat.Say("I do not know ", quote(unknown.Typed), ". Did you mean ", chat.CommandOf(meant), "? ", chat.CommandOf("help"), " shows all.")
	case errors.As(err, &leftOver):
		return leftOverWords(r, leftOver.Word.Text)
	case errors.As(err, &twice):
		return chat.Say("That says the ", twice.Name, " twice. Once is enough.")
	case errors.As(err, &choice):
		return chat.Say("For ", chat.CodeOf(choice.Parameter.Name), " I know ", list(choiceValues(choice.Parameter), "or"), ". ", chat.CommandOf("help"), " shows all.")
	case errors.As(err, &notation):
		return chat.Say(capital(quote(notation.Text)), " is not a square. Columns a–h, rows 1–8, for example d3.")
	case errors.As(err, &many):
		return chat.Say("That is ", strconv.Itoa(many.Count), " moves; play one, or ", chat.CommandOf("load"), " them.")
	case errors.As(err, &size):
		return chat.Say("That board has ", strconv.Itoa(size.Size), " squares, not 64. Write 64 of X, O and - from a1 to h8.")
	case errors.As(err, &char):
		return chat.Say("Square ", strconv.Itoa(char.Number), " of that board is neither a disc nor empty. Write 64 of X, O and - from a1 to h8.")
	case errors.As(err, &replay):
		return chat.Say("Move ", strconv.Itoa(replay.Number), " of that, ", replay.Square, " for ", replay.ToMove, ", is not legal. Mend it and load again; nothing was opened.")
	case errors.As(err, &finished):
		p, _ := rules.Replay(rules.Start(), finished.Moves)
		return chat.Say("That game is over: ", resultWords(p), ". Leave out its last moves to play on from there.")
	case errors.As(err, &theme):
		return chat.Say("There is no such theme here. Choose ", list(theme.Themes, "or"), ".")
	}
	return sentence(
		err,
		refused{errTooMuch, chat.Say("That was too much at once. Wait a few seconds, then send it again.")},
		refused{errTooLong, chat.Say("That is too long for a command. ", chat.CommandOf("help"), " shows what there is.")},
		refused{errMentionOnly, chat.Say("What about them? ", chat.CommandOf("start @name"), " challenges somebody, and ", chat.CommandOf("help"), " shows all.")},
		refused{errNoSquare, chat.Say("Which square? For example ", chat.CommandOf("move d3"), ".")},
		refused{errPass, chat.Say("Passing is automatic: it happens when a side has no legal move, and only then. ", chat.CommandOf("check"), " lists yours.")},
		refused{errNoTranscript, chat.Say("Which moves? For example ", chat.CommandOf("load f5d6c3"), ".")},
		refused{errTranscript, chat.Say("That is not a transcript. Write the moves one after another, for example f5d6c3.")},
		refused{errBoardColor, chat.Say("Whose move is it on that board? Say black or white before ", chat.CodeOf("board:"), ".")},
		refused{errLevel, chat.Say("Levels run from 1 to ", strconv.Itoa(Levels), ". For example ", chat.CommandOf("start bot 2"), ".")},
		refused{errBadControl, chat.Say("What you pressed is from another age. ", chat.CommandOf("board"), " brings the board down again.")},
	)
}

// leftOverWords name a word that a verb has no use for, and what it takes.
func leftOverWords(r request, word string) chat.Text {
	if r.verb.Name == "start" {
		return notListed(word)
	}
	taken := chat.Say(" stands alone.")
	if usage := usage(r.verb.Command, r.limits); usage != "" {
		taken = chat.Say(" takes: ", usage, ".")
	}
	return chat.Say("I cannot use ", quote(word), " there. ", chat.CommandOf(r.verb.Name), taken)
}

func notListed(typed string) chat.Text {
	if quoted := quote(typed); quoted != that {
		return chat.Say("Choose @", quoted, " from the list, so that I know who you mean.")
	}
	return chat.Say("Choose the person from the list, so that I know who you mean.")
}
