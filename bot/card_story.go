package bot

import (
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// story tells what the events say happened, without a full stop.
func story(g game.Game, events []game.Event) chat.Text {
	text := make(chat.Text, 0, 12) // with space for what completes the sentence
	for _, e := range events {
		switch e := e.(type) {
		case game.Moved:
			text = append(text, name(e.By), chat.Span{Text: withPlayed[e.Color]}, chat.BoldOf(e.Square.String()))
			text = append(append(text, openingWords(g)...), chat.Span{Text: ", flipping "}, chat.Span{Text: squares(e.Flips, "and")})
		case game.Accepted:
			text = chat.Say(text, name(e.By), " accepted")
		case game.Joined:
			text = chat.Say(text, name(e.By), " plays ", e.Color)
		case game.Undone:
			text = chat.Say(text, name(e.By), " took back ", transcript(e.Moves))
		case game.Ended:
			if ending := ending(g, e.Result); len(text) > 0 && len(ending) > 0 {
				text = chat.Say(text, ". ", ending)
			} else {
				text = chat.Say(text, ending)
			}
		}
	}
	return text
}

// lastStory tells of the last move once more, or how the game began.
func lastStory(g game.Game) chat.Text {
	if g.Phase == game.Over && g.Result.Reason != game.PlayedOut {
		return ending(g, *g.Result)
	}
	if told := story(g, g.LastMove()); len(told) > 0 {
		return told
	}
	if g.Loaded > 0 {
		return chat.Say("Loaded position")
	}
	return chat.Say("The game begins")
}

// ending tells how a game ended, if that needs telling beside the score.
func ending(g game.Game, result game.Result) chat.Text {
	switch result.Reason {
	case game.Resigned:
		return chat.Say(name(result.By), " resigned: ", side(g.Player(result.Winner), result.Winner), " wins")
	case game.Claimed:
		return chat.Say(name(result.By), " claimed the win: ", side(g.Player(result.Winner.Opponent()), result.Winner.Opponent()), " had not moved for 3 days")
	case game.Stopped:
		return chat.Say(name(result.By), " stopped the game; it has no result")
	case game.SetAside:
		return chat.Say("The game was left alone and is set aside; it has no result")
	case game.Expired:
		return chat.Say("Nobody has moved for a long time, so the game is closed; it has no result")
	case game.Declined:
		return chat.Say(name(result.By), " declined the challenge")
	case game.Withdrawn:
		return chat.Say(name(result.By), " took the challenge back")
	case game.Lapsed:
		_, challenged := g.Challenge()
		return chat.Say("The challenge lapsed: ", name(challenged), " did not answer in time")
	default:
		return nil
	}
}

// tail completes the first sentence with the score and who is to move, or with
// the result.
func tail(text chat.Text, r *request, g game.Game, p rules.Position) chat.Text {
	if g.Phase == game.Over {
		if g.Result.Reason != game.PlayedOut {
			return append(text, chat.Span{Text: "."})
		}
		return append(text, chat.Span{Text: ". Neither side can move: the game is over. " + resultWords(p) + "."})
	}
	if last, ok := g.Last(); ok && last.Color == p.ToMove {
		text = append(text, chat.Span{Text: ": " + p.Score().String() + ". " + p.ToMove.Opponent().String() + " has no legal move, so "})
		return append(awaited(text, r, g, p.ToMove), chat.Span{Text: " moves again."})
	}
	text = append(text, chat.Span{Text: ": "}, chat.Span{Text: p.Score().String()}, chat.Span{Text: ", and "})
	return append(awaited(text, r, g, p.ToMove), chat.Span{Text: " is to move."})
}

// awaited appends the side to move. In a duel it names the player, and notifies
// them unless the place wants no pings.
func awaited(text chat.Text, r *request, g game.Game, c rules.Color) chat.Text {
	p := g.Player(c)
	switch {
	case g.Mode == game.Open, p == game.Nobody:
		return append(text, chat.Span{Text: c.String()})
	case r.room.Settings.Pings == game.PingOff:
		return append(text, name(p), chat.Span{Text: bracketed[c]})
	default:
		return append(text, mention(p), chat.Span{Text: bracketed[c]})
	}
}

// resultWords is the official result, and the disc count where it differs:
// "Black wins 42–22, on the board 38–22".
func resultWords(p rules.Position) string {
	final, discs := p.FinalScore(), p.Score()
	leader, decided := final.Leader()
	words := "It is a draw, 32–32"
	if decided {
		words = leader.String() + " wins " + scoreFor(final, leader)
	}
	if final != discs {
		words += ", on the board " + scoreFor(discs, leader)
	}
	return words
}

// scoreFor writes a score with one side's number first.
func scoreFor(s rules.Score, first rules.Color) string {
	return strconv.Itoa(s.Of(first)) + "–" + strconv.Itoa(s.Of(first.Opponent()))
}
