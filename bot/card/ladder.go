package card

import (
	"fmt"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/words"
)

// Medals are those of the first places.
var Medals = [...]string{"🥇", "🥈", "🥉"}

// maxGoal is the largest number of points that a goal asks for. A player can win them in an evening.
const maxGoal = 60

func (v *Viewer) Ladder(l *words.Language, t game.Top, season rating.Season) chat.Text {
	lines := []words.Message{words.Ladder{Until: v.endOf(season)}}
	for i, r := range t.Best {
		lines = append(lines, v.ladderLine(i, r.Player, r.In(season).From, r.Rating))
	}
	if len(t.Best) == 0 {
		lines = append(lines, words.LadderEmpty{})
	}
	var placing []chat.Text
	for _, r := range t.Placing {
		placing = append(placing, l.Text(placingOf(words.Name(r.Player), r.Games)))
	}
	if len(placing) > 0 {
		lines = append(lines, words.BeingPlaced{People: l.List(placing)})
	}
	return Lines(l, lines)
}

// Season describes how a season ended. It returns one message for each line.
func (v *Viewer) Season(t game.SeasonTable, season rating.Season) []words.Message {
	lines := []words.Message{words.SeasonTable{Until: v.endOf(season)}}
	for i, r := range t.Best {
		term := r.In(season)
		lines = append(lines, v.ladderLine(i, r.Player, term.From, term.To))
		if i < len(Medals) {
			gain := trend(max(0, term.To.Whole()-term.From.Whole()))
			lines[i+1] = words.SeasonMedal{Medal: Medals[i], Player: words.Name(r.Player), Rating: term.To.Whole(), Trend: gain}
		}
	}
	if len(t.Best) == 0 {
		lines = append(lines, words.SeasonEmpty{})
	}
	if term := t.Climber.In(season); t.Climber.Player != game.Nobody {
		lines = append(lines, Climbed(words.Name(t.Climber.Player), term.To-term.From))
	}
	if t.Sociable.Player != game.Nobody {
		lines = append(lines, words.MostOpponents{Player: words.Name(t.Sociable.Player), Number: t.Sociable.In(season).Opponents})
	}
	return lines
}

// SeasonPost describes how a season ended, and what comes next. rivals is the last game of its rivals, if any.
func (v *Viewer) SeasonPost(t game.SeasonTable, season rating.Season, rivals game.Finished) chat.Text {
	lines := v.Season(t, season)
	lines[0] = words.SeasonOver{}
	if standing := rivalry(rivals); standing != nil {
		lines = append(lines, words.SeasonRivals{Standing: v.All.Text(standing)})
	}
	for i, r := range t.Best[1:] {
		above := t.Best[i]
		if gap := above.In(season).To.Whole() - r.In(season).To.Whole(); 0 < gap && gap <= maxGoal {
			lines = append(lines, words.NextGoal{Player: words.Name(r.Player), Above: words.Name(above.Player), Points: words.Count(gap)})
		}
	}
	return Lines(v.All, append(lines, words.SeasonBegins{Until: v.endOf(season + 1)}))
}

func (v *Viewer) endOf(season rating.Season) words.When {
	return words.When{Time: (season + 1).Start().In(v.Now.Location()), Dated: true}
}

func (v *Viewer) ladderLine(index int, p game.Player, was, is rating.Points) words.Message {
	return words.LadderLine{Number: index + 1, Player: words.Name(p), Rating: is.Whole(), Trend: trend(is.Whole() - was.Whole())}
}

func (v *Viewer) OwnPlace(t game.Top) (lines []words.Message) {
	switch mine := t.Mine; {
	case t.Rank > 0:
		lines = append(lines, words.LadderYou{Number: t.Rank, Rating: mine.Rating.Whole()})
		if gap := t.Above.Rating.Whole() - mine.Rating.Whole(); t.Above.Player != game.Nobody && 0 < gap && gap <= maxGoal {
			lines = append(lines, words.LadderReach{Player: words.Name(t.Above.Player), Points: words.Count(gap)})
		}
	case mine.Games > 0 && (mine.Hidden || mine.Placed() || !mine.Listed()):
		lines = append(lines, v.Rating(v.Own, mine))
	}
	if t.Mine.Hidden {
		lines = append(lines, words.HiddenHere{})
	}
	return lines
}

// Lines joins messages, one on each line, and skips nil messages.
func Lines(l *words.Language, lines []words.Message) (text chat.Text) {
	for _, line := range lines {
		if line == nil {
			continue
		}
		if len(text) > 0 {
			text = append(text, chat.Span{Text: "\n"})
		}
		text = append(text, l.Text(line)...)
	}
	return text
}

func Climbed(who words.Person, by rating.Points) words.Message {
	return words.Climbed{Player: who, Trend: trend(by.Whole())}
}

func trend(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf(" ▲%d", n)
	case n < 0:
		return fmt.Sprintf(" ▼%d", -n)
	default:
		return ""
	}
}
