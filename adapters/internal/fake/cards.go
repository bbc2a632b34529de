package fake

import (
	"time"

	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// Cards builds messages like those of the bot, for a game between two users after Black's d3.
type Cards struct {
	Black, White chat.UserID
	Theme        render.Theme
}

const ofGame = "o1:0123456789abcdef:"

// Board returns the board, with White to move.
func (c Cards) Board() chat.Message {
	p, err := rules.Start().Play(rules.SquareAt(3, 2))
	if err != nil {
		panic(err) // it is legal
	}
	var moves []chat.Button
	for s := range p.Legal().Squares() {
		moves = append(moves, chat.Button{Label: s.String(), Action: ofGame + "1:move:" + s.String()})
	}
	return chat.Message{
		Text:  chat.Say(chat.NameOf(c.Black), " (Black) played ", chat.BoldOf("d3"), ", flipping d4: 4–1, and ", chat.MentionOf(c.White), " (White) is to move."),
		Aside: chat.Say(chat.NameOf(c.Black), " (Black) 4 – 1 ", chat.NameOf(c.White), " (White)"),
		Board: &chat.Board{
			View:  render.View{Position: p, Hints: p.Legal(), Last: rules.SquareAt(3, 2), Flipped: rules.SetOf(rules.SquareAt(3, 3))},
			Theme: c.Theme,
		},
		Footers: []chat.Text{
			chat.Say("Legal: c3 c5 e3 · move 2 · ", chat.CommandOf("move c3")),
			chat.Say("3 legal, see the buttons"),
		},
		Controls: []chat.Row{{Buttons: moves}, {Buttons: []chat.Button{
			{Label: "Hint", Action: ofGame + "1:hint"},
			{Label: "Resign", Action: ofGame + "1:resign", Style: chat.StyleDanger},
		}}},
	}
}

// Linked returns the board with a button that opens its page.
func (c Cards) Linked() chat.Message {
	m := c.Board()
	m.Controls = append(m.Controls, chat.Row{Buttons: []chat.Button{{Label: "Open", URL: "https://bot.example/g/jv7PoSztaHcfr8C4A0rfeeW8qvpIen3PX-S8nzM6S57asg"}}})
	return m
}

// VotesClose is the time when the votes of [Cards.Vote] are counted.
var VotesClose = time.Date(2026, time.January, 1, 14, 5, 0, 0, time.UTC)

// Vote returns the board of a game that the channel plays by votes.
func (c Cards) Vote() chat.Message {
	m := c.Board()
	m.Text = chat.Say(chat.BoldOf("d3"), " by 5 of 9 (c4 3, f5 1). The bot: ", chat.BoldOf("e3"), ", flips e4. Your move, everybody: vote until ", chat.TimeOf(VotesClose), ". 3 votes so far.")
	m.Controls = m.Controls[:1]
	return m
}

// YourVote returns the confirmation of a user's vote.
func (Cards) YourVote() chat.Message {
	return chat.Message{Text: chat.Say("Your vote: ", chat.BoldOf("c5"), ". You can change it until ", chat.TimeOf(VotesClose), ".")}
}

// End returns a finished game, with a picture.
func (c Cards) End() chat.Message {
	m := c.Board()
	m.Controls = nil
	m.Picture = &chat.Picture{
		Image: render.Diagram{View: m.Board.View, Better: rules.NoSquare, Colors: c.Theme.Colors()}, Alt: chat.Say("An Othello board. Black played d3 last."),
	}
	return m
}

// Replay returns a replay, with an animated picture.
func (Cards) Replay() chat.Message {
	return chat.Message{Text: chat.Say("1 move: ", chat.CodeOf("d3")), Picture: &chat.Picture{
		Image: render.Replay{Start: rules.Start(), Moves: []rules.Square{rules.SquareAt(3, 2)}}, Alt: chat.Say("A game of 1 move."),
	}}
}

// Kept returns a message for one user, with a file.
func (Cards) Kept() chat.Message {
	return chat.Message{
		Text: chat.Say("I keep 2 games."), Aside: chat.Say("I cannot send files here."),
		File: &chat.File{Name: "othello-about-you.zip", MediaType: "application/zip", Data: []byte("an archive")},
	}
}

// Page returns the last page of a review, with a picture, visible only to its reader.
func (c Cards) Page() chat.Message {
	m := c.Board()
	m.Text, m.Aside = chat.Say("Move 2, White: c3, a mistake."), chat.Say("2 of 2")
	m.Picture = &chat.Picture{
		Image: render.Diagram{View: m.Board.View, Better: rules.SquareAt(4, 2)}, Alt: chat.Say("An Othello board. Marked are c3 and e3."),
	}
	m.Controls = []chat.Row{{Buttons: []chat.Button{{Label: "Back", Action: ofGame + "60:review:0"}}}}
	return m
}

// SharedReview returns a review shared with the channel.
func (c Cards) SharedReview() chat.Message {
	m := c.Board()
	m.Text, m.Controls = chat.Say(chat.NameOf(c.Black), " shares a review."), nil
	m.Picture = &chat.Picture{Image: render.Card{
		Board: render.Diagram{View: m.Board.View, Better: rules.NoSquare},
		Black: render.Side{Discs: 40}, White: render.Side{Discs: 24},
	}, Alt: chat.Say("An Othello board. Black played d3 last. 40–24.")}
	return m
}

// Refusal returns the refusal when there is no game, with a button that starts one.
func (Cards) Refusal() chat.Message {
	return chat.Message{
		Text:     chat.Say("No game here. ", chat.CommandOf("start"), " opens one for everybody."),
		Controls: []chat.Row{{Buttons: []chat.Button{{Label: "Start a game", Action: "o1:0:0:open", Style: chat.StylePrimary}}}},
	}
}
