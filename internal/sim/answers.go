package sim

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/rules"
	"othellobot/words"
)

// tried judges a stored answer to a puzzle. If the store loses the answer, the judge forgets it.
func (j *judge) tried(by *attempt, who game.Player, grade uint8) {
	if by == nil {
		j.fail("", "puzzles of %s are answered by nobody", who)
		return
	}
	at, server := by.at(), j.world.server
	after := j.puzzler(who, grade)
	id, deed, ok := puzzleOf(by.action.Control)
	if !ok || game.Player(by.action.User.String()) != who || uint8(id.Grade) != grade {
		j.fail(at, "%s's act %d changes the puzzles of %s", by.action.User.ID, by.act.number, who)
		return
	}
	j.stores(by)
	key := puzzlerKey{who, grade}
	before := j.replies[key]
	server.undo(func() { j.replies[key] = before })
	all := slices.Clone(before)
	if square, err := rules.ParseSquare(deed); err == nil {
		j.late(by, id)
		all = j.reply(by, all, id, square)
	}
	j.replies[key] = all
	if !isLast(all, after) {
		j.fail(at, "%s's answers to the puzzles are %+v, and %+v is stored", by.action.User.ID, all, after)
	}
	if want := streak(all); after.Streak != want {
		j.fail(at, "%s has solved %d puzzles in a row by the answers %+v, and %+v is stored", by.action.User.ID, want, all, after)
	}
	j.world.count(puzzled)
}

func (j *judge) puzzler(who game.Player, grade uint8) people.Puzzler {
	byGrade, err := people.PuzzlersOf(context.Background(), j.world.server, who)
	if err != nil {
		j.fail("", "the puzzles of %s cannot be read: %v", who, err)
	}
	return byGrade[grade]
}

func (j *judge) reply(by *attempt, all []replies, id puzzle.ID, square rules.Square) []replies {
	if n := len(all); n == 0 || all[n-1].number < id.Number {
		all = append(all, replies{number: id.Number})
	}
	last := &all[len(all)-1]
	last.last = j.world.server.done + 1
	last.first = cmp.Or(last.first, last.last)
	if last.number > id.Number || last.over() || last.wrong.Has(square) {
		j.fail(by.at(), "%s's answer %v to puzzle %d counts after %+v", by.action.User.ID, square, id.Number, *last)
	}
	if square == puzzle.At(id.Grade, id.Number).Best {
		last.solved = true
	} else {
		last.wrong |= rules.SetOf(square)
	}
	return all
}

// late judges whether the puzzle still counted at the time of the answer.
func (j *judge) late(by *attempt, id puzzle.ID) {
	w := j.world
	began := w.start.Add(by.began - maxSkew).UTC()
	least := puzzle.NumberOn(began.Date()) - 1
	daily := w.server.room(by.at()).Settings.Daily
	if day, _, ok := daily.Last(began, zoneOf(daily)); ok && w.now()-j.settled[by.at()] > time.Minute {
		least = puzzle.NumberOn(day.Date())
	}
	if id.Number < least {
		j.fail(by.at(), "%s's answer to puzzle %d counts, when %d is the first that does", by.action.User.ID, id.Number, least)
	}
}

// streak counts the puzzles solved at the first try since the last failed or skipped puzzle.
func streak(all []replies) (solved int) {
	for i, r := range slices.Backward(all) {
		last := i == len(all)-1
		if last && r.over() && !r.solved || !last && (!r.solved || r.number != all[i+1].number-1) {
			break
		}
		if r.solved && r.wrong.IsEmpty() {
			solved++
		}
	}
	return solved
}

// puzzleAnswered judges the response to an answer to a puzzle: if the answer counts, it must be durable.
func (j *judge) puzzleAnswered(try *attempt, r chat.Response) {
	id, deed, ok := puzzleOf(try.action.Control)
	square, err := rules.ParseSquare(deed)
	if !ok || err != nil || len(r.Effects) != 1 || r.Effects[0].Kind != chat.Edit {
		return
	}
	said := r.Effects[0].Message.Text.String()
	tells := func(m words.Message) bool { // in any language
		return slices.ContainsFunc(catalog().Tags(), func(tag string) bool {
			l, _ := catalog().Named(tag)
			return strings.Contains(said, l.Text(m).String())
		})
	}
	if tells(words.PuzzlePast{}) {
		return
	}
	all := j.replies[puzzlerKey{game.Player(try.action.User.String()), uint8(id.Grade)}]
	i := slices.IndexFunc(all, func(r replies) bool { return r.number == id.Number })
	refuted := tells(words.PuzzleNoWin{Square: square})
	switch {
	case (i < 0 || !all[i].over() && !all[i].wrong.Has(square)) && !j.mustCount(try, all, id) && refuted:
		return
	case i < 0 || !all[i].over() && !all[i].wrong.Has(square):
		j.fail(try.at(), "%s's answer %v to puzzle %d is not stored, and told: %s", try.action.User.ID, square, id.Number, said)
		return
	case refuted && all[i].first > j.world.server.synced, !refuted && all[i].last > j.world.server.synced:
		j.fail(try.at(), "%s's answer %v to puzzle %d is not stored for good, and told: %s", try.action.User.ID, square, id.Number, said)
	}
	stands := all[i]
	row, inARow := streak(all[:i+1]), false
	for n := 2; n < 10; n++ {
		inARow = inARow || tells(words.InARow{Puzzles: words.Count(n)})
	}
	for _, claim := range []struct{ made, holds bool }{
		{tells(words.PuzzleRight{}), stands.solved && stands.wrong.IsEmpty()},
		{tells(words.PuzzleRightLater{}), stands.solved && !stands.wrong.IsEmpty()},
		{tells(words.PuzzleFailed{}), stands.over() && !stands.solved},
		{inARow, row > 1 && tells(words.InARow{Puzzles: words.Count(row)})},
	} {
		if claim.made && !claim.holds {
			j.fail(try.at(), "%s is told %q of %+v", try.action.User.ID, said, all)
		}
	}
}

// mustCount reports whether an answer must count even if the process's clock is wrong.
func (j *judge) mustCount(try *attempt, all []replies, id puzzle.ID) bool {
	latest := puzzle.NumberOn(j.world.start.Add(try.began + maxSkew).UTC().Date())
	return id.Number >= latest && (len(all) == 0 || all[len(all)-1].number <= id.Number)
}

func (j *judge) answersKept() {
	for _, c := range j.world.sortedChannels() {
		for _, who := range c.people {
			for grade := range uint8(puzzle.Grades) {
				key := puzzlerKey{game.Player(who.String()), grade}
				all := j.replies[key]
				stored := j.puzzler(key.player, grade)
				at := game.Place(c.place.String())
				if len(all) > 0 && !isLast(all, stored) && !j.world.mayDelete(game.Place(at.Tenant())) {
					j.fail(at, "%s's answers to the puzzles are %+v, and %+v is kept", who.ID, all, stored)
				}
			}
		}
	}
}

func isLast(all []replies, stored people.Puzzler) bool {
	if len(all) == 0 {
		return false
	}
	last := all[len(all)-1]
	return last.number == stored.Number && last.wrong == stored.Wrong && last.solved == stored.Solved
}

func (j *judge) voted(by *attempt) {
	if by != nil {
		j.done[by.pressKey()] = true
		by.act.voted, by.act.record = true, j.world.server.done+1
	}
}

// decided judges a move of a channel: its square must have the most votes of the turn.
func (j *judge) decided(at game.Place, m *match, after game.Game) {
	if after.Mode != game.Voted || after.LastMover() != game.Channel || len(after.Moves) <= len(m.game.Moves) {
		return
	}
	counts, most := make(map[rules.Square]int), 0
	votes, _ := j.world.server.Votes(context.Background(), after.ID, m.game.Turn, m.game.Turn)
	for _, v := range votes {
		counts[v.Square]++
		most = max(most, counts[v.Square])
	}
	if last, _ := after.Last(); most == 0 || counts[last.Square] != most {
		j.fail(at, "the channel plays %v in game %d, and votes for %v", last.Square, m.number, counts)
	}
	j.world.count(decisions)
}

// confirmations lists the beginnings of private answers that confirm an act.
var confirmations = []string{"Your vote: ", "I’ll mention you here", "I won’t mention you"}

// votes reports whether a private answer confirms a vote or a subscription. It judges that the act is durable.
func (j *judge) votes(try *attempt, r chat.Response) bool {
	if len(r.Effects) != 1 || !slices.ContainsFunc(confirmations, func(begin string) bool {
		return strings.HasPrefix(r.Effects[0].Message.Text.String(), begin)
	}) {
		return false
	}
	j.world.count(acknowledged)
	if try.act.record == 0 || try.act.record > j.world.server.synced {
		j.fail(try.at(), "%s's act %d counts, and is not stored for good", try.action.User.ID, try.act.number)
	}
	return true
}
