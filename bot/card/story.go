package card

import (
	"slices"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func (v *Viewer) Happened(g game.Game, events []game.Event) Story {
	list := make(Story, 0, 4) // with capacity for the sentence that [Viewer.turn] adds
	for _, e := range events {
		switch e := e.(type) {
		case game.Moved:
			list = append(list, v.played(e))
			if opening := g.Position().Opening(); opening != "" && g.Start == rules.Start() {
				list = append(list, words.OpeningReached{Opening: words.Opening(opening)})
			}
		case game.Accepted:
			if e.Rated {
				list = append(list, words.AcceptedRated{Player: words.Name(e.By)})
				break
			}
			list = append(list, words.AcceptedChallenge{Player: words.Name(e.By)}, Unusual(g))
		case game.Joined:
			if e.By == game.Engine {
				list = append(list, words.BotJoined{Color: e.Color, Level: int(g.Level)})
				break
			}
			list = append(list, words.Joined{Player: words.Name(e.By), Color: e.Color})
		case game.Undone:
			list = append(list, words.TookBack{Player: words.Name(e.By), Moves: e.Moves})
		case game.BecameFriendly:
			list = append(list, words.NowFriendly{})
		case game.Ended:
			list = append(list, Ending(g, e.Result)...)
		}
	}
	return list
}

// If a move flips at least manyFlips discs and the theme's board marks them, the text gives only their number.
const manyFlips = 5

func (v *Viewer) played(m game.Moved) words.Message {
	if n := m.Flips.Len(); n >= manyFlips && v.Theme().MarksFlips() {
		return words.PlayedMany{Player: words.Name(m.By), Square: m.Square, Flips: n}
	}
	return words.Played{Player: words.Name(m.By), Square: m.Square, Flips: words.All(m.Flips)}
}

// Ending describes the end of a game that was not played out.
func Ending(g game.Game, result game.Result) Story {
	by := words.Name(result.By)
	switch result.Reason {
	case game.Resigned:
		list := Story{words.Resigned{Player: by, Winner: words.Name(g.Player(result.Winner)), Color: result.Winner}}
		return append(list, TooEarly(g))
	case game.Claimed:
		return Story{words.Claimed{Winner: by, Loser: words.Name(g.Player(result.Winner.Opponent()))}}
	case game.TimedOut:
		loser := words.Name(g.Player(result.Winner.Opponent()))
		return Story{words.TimedOut{Loser: loser, Winner: words.Name(g.Player(result.Winner)), Color: result.Winner}}
	case game.Stopped:
		if result.By == game.Engine {
			return Story{words.StoppedByOperator{}}
		}
		return Story{words.Stopped{Player: by}}
	case game.SetAside:
		return Story{words.SetAside{}}
	case game.Expired:
		return Story{words.Expired{}}
	case game.Declined:
		return Story{words.Declined{Player: by}}
	case game.Withdrawn:
		if result.By != g.Starter {
			return Story{words.ChallengeRemoved{Player: by, Challenger: words.Name(g.Starter)}}
		}
		return Story{words.Withdrawn{Player: by}}
	case game.Lapsed:
		_, challenged := g.Challenge()
		return Story{words.Lapsed{Player: words.Name(challenged)}}
	default:
		return nil
	}
}

// TooEarly says that a resigned rated game was too short to count, or returns nil.
func TooEarly(g game.Game) words.Message {
	if !g.Rated || len(g.Moves) >= game.RatedMoves {
		return nil
	}
	return words.ResignedEarly{Move: game.RatedMoves}
}

// LastStory describes the current state of a game: its end, its last move, or its beginning.
func (v *Viewer) LastStory(g game.Game) Story {
	if g.Phase == game.Over && g.Result.Reason != game.PlayedOut {
		return Ending(g, *g.Result)
	}
	if list := v.LastMoves(g, g.LastMove()); len(list) > 0 {
		return list
	}
	switch unusual := Unusual(g); {
	case g.Mode == game.Voted:
		return Story{VoteBegins(g)}
	case g.SeatFree():
		return Story{Seeks(g), unusual}
	case unusual != nil:
		return Story{unusual}
	case g.Loaded > 0 || g.Start != rules.Start():
		return Story{words.LoadedPosition{}}
	default:
		return Story{words.GameBegins{}}
	}
}

// Unusual says that a game has a coach, or that Black begins with corners. Otherwise it returns nil.
func Unusual(g game.Game) words.Message {
	corners := g.Handicap()
	switch {
	case g.Coached:
		return words.Coached{}
	case corners > 0:
		return words.Handicap{Corners: words.Count(corners)}
	default:
		return nil
	}
}

// Seeks says that a seat of a duel is free.
func Seeks(g game.Game) words.Message {
	free := rules.White
	if g.Player(rules.Black) == game.Nobody {
		free = rules.Black
	}
	return words.Seeks{Player: words.Name(g.Player(free.Opponent())), Color: free.Opponent(), Free: free}
}

// LastMoves describes the last move. Before a move of the engine, it names the move that the engine answered.
func (v *Viewer) LastMoves(g game.Game, events []game.Event) Story {
	if g.Mode == game.Voted {
		return v.votedMoves(g, events)
	}
	list, previous := v.Happened(g, events), len(g.Moves)-2
	if g.LastMover() != game.Engine || previous < int(g.Loaded) {
		return list
	}
	mover := g.Seats[g.Movers[previous-int(g.Loaded)]].Player
	if mover == game.Engine {
		return list
	}
	return append(Story{words.Answered{Player: words.Name(mover), Square: g.Moves[previous]}}, list...)
}

// turn says whose turn it is. It returns nil if preceding says so, or if the channel votes and no side passed.
func (v *Viewer) turn(g game.Game, p rules.Position, preceding Story) words.Message {
	passed := p.ToMove.Opponent()
	last, moved := g.Last()
	again := moved && last.Color == p.ToMove
	player := g.Player(p.ToMove)
	opened := slices.ContainsFunc(preceding, func(m words.Message) bool { _, says := m.(words.Opened); return says })
	switch {
	case player == game.Engine && again:
		return words.BotMovesAgain{Passed: passed}
	case player == game.Engine:
		return words.BotThinks{}
	case opened, g.Mode == game.Voted && !again:
		return nil
	case (g.Mode != game.Duel || player == game.Nobody) && again:
		return words.ColorMovesAgain{Passed: passed, Color: p.ToMove}
	case g.Mode == game.Open || player == game.Nobody:
		return words.ColorToMove{Color: p.ToMove}
	case again:
		return words.PlayerMovesAgain{Passed: passed, Player: v.Notified(g, p.ToMove, v.Post)}
	case g.AgainstEngine() && preceding.namesPerson():
		return words.YourMove{}
	default:
		return words.PlayerToMove{Player: v.Notified(g, p.ToMove, v.Post)}
	}
}

func (s Story) namesPerson() bool {
	return slices.ContainsFunc(s, func(m words.Message) bool {
		switch m.(type) {
		case words.AgainstBot, words.Answered, words.TookBack, words.PlaysAgain:
			return true
		}
		return false
	})
}

func (v *Viewer) spoken(g game.Game, p rules.Position, happened Story) chat.Text {
	now := p.Score()
	points := Score(now.Black, now.White)
	var room [8]words.Message
	list, scored := Story(room[:0]), false
	last, moved := g.Last()
	for _, m := range happened {
		switch m.(type) {
		case words.Played, words.PlayedMany:
			scored = true
			m = words.SpokenMove{
				Player: words.Name(last.By), Color: last.Color, Square: last.Square, Flips: words.All(last.Flips), Score: points,
			}
		}
		list = append(list, m)
	}
	if !scored {
		list = append(list, words.SpokenScore{Score: points})
	}
	if moved && last.Color == p.ToMove {
		list = append(list, words.SpokenPass{Color: p.ToMove.Opponent()})
	}
	legal := words.Any(p.Legal())
	switch player := g.Player(p.ToMove); {
	case player == game.Engine:
		list = append(list, words.BotThinks{})
	case g.Mode != game.Duel || player == game.Nobody:
		list = append(list, words.SpokenColor{Color: p.ToMove, Moves: legal})
	default:
		list = append(list, words.SpokenTurn{Player: words.Name(player), Color: p.ToMove, Moves: legal})
	}
	text := v.All.Text(list...)
	Unmention(text)
	return text
}

// Summary returns the line that replaces the message of an old board.
func (v *Viewer) Summary(g game.Game) chat.Text {
	if m, ok := g.Last(); ok {
		return v.numbered(len(g.Moves), m.By, m.Square)
	}
	if g.Phase == game.Playing && g.Loaded == 0 && g.Start == rules.Start() {
		return v.All.Text(words.GameBegan{})
	}
	return v.All.Text(v.LastStory(g)...)
}

// SummaryBefore returns the [Viewer.Summary] as it was before the last move. It returns
// [ShownElsewhere] if the game is not being played, or if the game does not hold the mover before.
func (v *Viewer) SummaryBefore(g game.Game) chat.Text {
	switch last := len(g.Movers) - 2; {
	case g.Phase != game.Playing || last < -1 || last < 0 && (g.Loaded > 0 || g.Start != rules.Start()):
		return v.All.Text(ShownElsewhere(g))
	case last < 0:
		return v.All.Text(words.GameBegan{})
	default:
		n := len(g.Moves) - 1
		return v.numbered(n, g.Seats[g.Movers[last]].Player, g.Moves[n-1])
	}
}

func (v *Viewer) numbered(number int, by game.Player, square rules.Square) chat.Text {
	return v.All.Text(words.MoveMade{Number: number, Player: words.Name(by), Square: square})
}

// ShownElsewhere returns the text that replaces a message when another message shows its game.
func ShownElsewhere(g game.Game) words.Message {
	if g.Phase == game.Over {
		return words.EndElsewhere{}
	}
	return words.GameElsewhere{}
}
