package bot

import (
	"errors"
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// startWords are the refusals of a new game.
func startWords(r request, err error) chat.Text {
	var (
		busy     *game.BusyError
		listed   *notListedError
		waiting  *game.ChallengeError
		peace    *peaceError
		many     *manyChallengesError
		tooMany  *tooManyDuelsError
		bot      = chat.CommandOf("start bot")
		everyone = chat.CommandOf("start")
	)
	switch {
	case errors.As(err, &busy):
		text := chat.Say("A game runs here: ", versus(busy.Game), ", move ", strconv.Itoa(busy.Game.Number()), ". ")
		if errors.Is(err, errChallengeStays) {
			return chat.Say(text, "The challenge stays; accept it when the game is over.")
		}
		return chat.Say(text, "Watch it with ", chat.CommandOf("board"), ", or start in another channel.")
	case errors.As(err, &listed):
		return notListed(listed.Name)
	case errors.As(err, &waiting):
		_, challenged := waiting.Game.Challenge()
		return chat.Say("Your challenge to ", name(challenged), " still waits here. ", chat.CommandOf("decline"), " takes it back.")
	case errors.As(err, &peace):
		return chat.Say(name(peace.Player), " declined your challenge. You can ask again from ", r.when(peace.Until), " on.")
	case errors.As(err, &many):
		return chat.Say(name(many.Player), " has enough challenges to answer. Try again later, or play ", bot, ".")
	case errors.As(err, &tooMany):
		return chat.Say(name(tooMany.Player), " has ", strconv.Itoa(tooMany.Most), " duels waiting or running, and more do not fit. Finish one first.")
	}
	return sentence(
		err,
		refused{errWhichChallenge, chat.Say("Several people challenge you. Add whose you mean: ", chat.CommandOf("accept @name"), ".")},
		refused{errNoChallenge, chat.Say("No challenge waits for you here. ", chat.CommandOf("start"), " with somebody's name makes one.")},
		refused{errNoThreads, chat.Say("There are no threads here. ", chat.CommandOf("start"), " without one, or start in another channel.")},
		refused{errOpponents, chat.Say("Choose one opponent: somebody, the bot, anyone, or the channel. For example ", bot, ".")},
		refused{errOtherBot, chat.Say("Other bots do not play. Play me: ", bot, ".")},
		refused{errOpenColor, chat.Say("In a game for everybody your first move chooses your side. Start with ", everyone, ", or play the bot with ", chat.CommandOf("start bot white"), ".")},
		refused{errSelfChallenge, chat.Say("You cannot challenge yourself. ", everyone, " lets you play both sides, and ", bot, " finds you an opponent.")},
	)
}

// versus names the two sides of a game.
func versus(g game.Game) chat.Text {
	if g.Mode == game.Open && len(g.Seats) == 0 {
		return chat.Say("one for everybody, opened by ", name(g.Starter))
	}
	return chat.Say(sideOrNobody(g, rules.Black), " and ", sideOrNobody(g, rules.White))
}
