package bot

import (
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

// gameWords put the refusals of the game itself into words, and are nil for any
// other error.
func gameWords(r *request, err error) chat.Text {
	if turn := (*game.TurnError)(nil); errors.As(err, &turn) {
		return turnWords(r, turn)
	}
	if g, known := r.concerned(); known {
		if text := wordsOn(r, g, err); text != nil {
			return text
		}
	}
	switch {
	case errors.Is(err, game.ErrStale):
		return chat.Say("The game has moved on. ", chat.CommandOf("board"), " shows it.")
	case errors.Is(err, game.ErrOver):
		return chat.Say("This game is over. ", chat.CommandOf("start"), " opens a new one, or ask for a ", chat.CommandOf("rematch"), ".")
	case errors.Is(err, game.ErrUnknown):
		return chat.Say("That game is not here any more. ", chat.CommandOf("start"), " opens a new one.")
	case errors.Is(err, game.ErrEngaged):
		return chat.Say("Others are in this game already. ", chat.CommandOf("move"), " plays in it, and ", chat.CommandOf("start bot"), " in another channel plays me.")
	case errors.Is(err, game.ErrNotStarted):
		return chat.Say("The challenge is not accepted yet. The game begins when it is.")
	case errors.Is(err, game.ErrNotOver):
		return chat.Say("The game is still running. A rematch comes after its end.")
	case errors.Is(err, game.ErrNotAsked):
		return chat.Say("That question is not for you. The player who was asked has to answer.")
	case errors.Is(err, game.ErrNothingAsked):
		return chat.Say("That was answered already. ", chat.CommandOf("board"), " shows how things stand.")
	case errors.Is(err, game.ErrAskPending):
		return chat.Say("A question waits for its answer already. The next move drops it.")
	case errors.Is(err, game.ErrNoMoves):
		return chat.Say("You have no move to take back. Only your last can be, and only if nobody else has moved for your side since.")
	case errors.Is(err, game.ErrNoOpponent):
		return chat.Say("Nobody plays against you yet. ", chat.CommandOf("stop"), " ends the game.")
	case errors.Is(err, game.ErrOpenGame):
		return chat.Say("This game is open to everybody. ", chat.CommandOf("move"), " plays in it, and ", chat.CommandOf("stop"), " ends it.")
	case errors.Is(err, game.ErrOwnTurn):
		return chat.Say("It is your own turn that is waited for. Play, and nothing can be claimed.")
	case errors.Is(err, game.ErrSeated):
		return chat.Say("You are in this game already. Somebody else has to take the free seat.")
	default:
		return nil
	}
}

// wordsOn are the refusals that tell something of the game, or nil.
func wordsOn(r *request, g game.Game, err error) chat.Text {
	var side *game.SideError
	switch {
	case errors.As(err, &side):
		return sideWords(r, g, side)
	case errors.Is(err, game.ErrOver):
		return overWords(g)
	case errors.Is(err, game.ErrStale):
		return staleWords(g)
	case errors.Is(err, game.ErrNotAsked) && g.Phase == game.Challenged:
		_, challenged := g.Challenge()
		return chat.Say("This challenge is for ", name(challenged), ". ", chat.CommandOf("start"), " with somebody's name makes one of your own.")
	case errors.Is(err, game.ErrNotPlayer) && g.Phase == game.Over:
		return chat.Say("That was the game of ", versus(g), ". ", chat.CommandOf("start"), " opens one of your own.")
	case errors.Is(err, game.ErrNoOpponent) && g.Phase == game.Over:
		return chat.Say("Your opponent of that game is not known any more. ", chat.CommandOf("start"), " opens a new one.")
	case errors.Is(err, game.ErrNotPlayer) && g.Mode == game.Open:
		return chat.Say("You have not moved in this game yet. ", chat.CommandOf("move"), " plays in it.")
	case errors.Is(err, game.ErrNotPlayer):
		return chat.Say("You are watching: ", versus(g), " play here. ", chat.CommandOf("start"), " in another channel begins a game of your own.")
	case errors.Is(err, game.ErrSeatTaken):
		return chat.Say("Both seats are taken: ", versus(g), " play here. ", chat.CommandOf("start"), " in another channel begins a game of your own.")
	case errors.Is(err, game.ErrNotAllowed):
		return notAllowedWords(g)
	default:
		return nil
	}
}

// concerned is the game that a refusal is about, as it stands, and false if that
// is not known.
func (r *request) concerned() (game.Game, bool) {
	if r.about != 0 {
		return r.room.Find(r.about)
	}
	find := r.shown
	if r.control.game != 0 {
		find = r.controlled
	}
	g, err := find()
	return g, err == nil
}

// overWords says what became of a challenge, and is nil for a game.
func overWords(g game.Game) chat.Text {
	if g.Result != nil && g.Result.Reason >= game.Declined {
		return chat.Say(sentenceStart(ending(g, *g.Result)), ". ", chat.CommandOf("start"), " makes a new one.")
	}
	return nil
}

func turnWords(r *request, e *game.TurnError) chat.Text {
	switch e.Player {
	case game.Nobody:
		return chat.Say("It is ", e.Color, "'s turn, and that seat is free. Somebody has to ", chat.CommandOf("join"), " first.")
	case game.Engine:
		return chat.Say("It is the bot's turn (", e.Color, "). Wait a moment; yours comes next.")
	default:
		if r.room.Settings.Pings == game.PingOff {
			return chat.Say("It is ", name(e.Player), "'s turn (", e.Color, "). Yours comes next.")
		}
		return chat.Say("It is ", name(e.Player), "'s turn (", e.Color, "). I'll tell you when it is yours.")
	}
}

func sideWords(r *request, g game.Game, e *game.SideError) chat.Text {
	free := chat.Say(e.Color, " is free for anybody else to move.")
	if e.Holder != game.Nobody && r.now.Before(e.Until) {
		free = chat.Say(e.Color, " is ", name(e.Holder), "'s side until ", r.when(e.Until), ".")
	}
	mine, _ := g.Side(r.by)
	switch {
	case e.LastMover:
		return chat.Say("You are playing ", mine, " here. ", free, " You made the last move, so somebody else is next.")
	case e.Seated:
		return chat.Say("You are playing ", mine, " here. ", free)
	default:
		return chat.Say(free, " You may move for ", e.Color, " then, if they have not.")
	}
}

// staleWords tell the move that came before, or are nil if there is none.
func staleWords(g game.Game) chat.Text {
	for _, e := range g.LastMove() {
		if m, ok := e.(game.Moved); ok {
			return chat.Say("The game has moved on: ", name(m.By), " played ", m.Square, ". ", chat.CommandOf("board"), " shows it.")
		}
	}
	return nil
}

func notAllowedWords(g game.Game) chat.Text {
	if g.Mode == game.Duel && freeSeat(g) {
		return chat.Say("Only ", name(g.Starter), " or a moderator can stop this duel. You can still ", chat.CommandOf("join"), " it.")
	}
	if g.Mode == game.Duel {
		return chat.Say("Only ", versus(g), " or a moderator can stop this duel. You can watch it with ", chat.CommandOf("board"), ".")
	}
	return chat.Say("Only ", name(g.Starter), ", who started, the players together, or a moderator can stop this game. You can play in it with ", chat.CommandOf("move"), ".")
}
