package bot

import (
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// listHere lists games of a channel, numbered from 1.
func (r *request) listHere(games []game.Unfinished) (list chat.Text) {
	for i, u := range games {
		list = append(append(list, chat.Span{Text: "\n" + strconv.Itoa(i+1) + ". "}), r.listedHere(u)...)
	}
	return list
}

// listedHere names a game of a channel, with a link to its board.
func (r *request) listedHere(u game.Unfinished) chat.Text {
	g := u.Game
	board := r.leading(u, game.BoardSlot, words.MoveLink{Number: g.Number()})
	switch g.Mode {
	case game.Open:
		return r.Own.Text(words.ListedOpen{Starter: words.Name(g.Starter), Board: board})
	case game.Voted:
		return r.Own.Text(words.ListedVote{Starter: words.Name(g.Starter), Board: board})
	default:
		return r.Own.Text(words.ListedDuel{Black: words.Name(g.Player(rules.Black)), White: words.Name(g.Player(rules.White)), Board: board})
	}
}

// leading returns text that links to a slot's message of a game. It returns plain text if the place
// cannot be parsed.
func (r *request) leading(u game.Unfinished, slot game.SlotName, text words.Message) chat.Text {
	place, err := chat.ParsePlace(string(u.Game.Place))
	if err != nil {
		return r.Own.Text(text)
	}
	to := chat.Link{Place: place}
	for _, s := range u.Slots {
		if s.Name == slot {
			to.Message = chat.MessageRef(s.Ref)
		}
	}
	return chat.Text{chat.LinkOf(r.Own.String(text), to)}
}
