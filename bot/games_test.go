package bot_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// TestRealGames plays recorded tournament games through the whole program. Each is a typed duel of
// two people in its own channel.
func TestRealGames(t *testing.T) {
	const games = 200
	all := recordedGames(t)
	for i := range games {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			t.Parallel()
			checkGame(t, all[i*len(all)/games]) // spread evenly over the file
		})
	}
}

type record struct {
	transcript   string
	black, white int
}

func recordedGames(t *testing.T) (all []record) {
	t.Helper()
	dir := os.Getenv("OTHELLO_DATA")
	if dir == "" {
		t.Skip("OTHELLO_DATA is not set: it names the folder that holds games/finished-games.txt")
	}
	file, err := os.Open(filepath.Join(dir, "games", "finished-games.txt"))
	noError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r record
		_, err := fmt.Sscan(lines.Text(), &r.transcript, &r.black, &r.white)
		noError(t, err)
		all = append(all, r)
	}
	return all
}

func checkGame(t *testing.T, want record) {
	moves, err := rules.ParseTranscript(want.transcript)
	noError(t, err)
	script, passes := duelScript(t, moves)
	unreviewed := configuration(words.Load())
	unreviewed.Judge = nil
	said := playAs(t, script, unreviewed, func(b *bot.Bot) chat.Handler { return b })

	if got := strings.Count(said, "has no legal move."); got != passes {
		t.Errorf("%d passes announced, want %d", got, passes)
	}
	if got := strings.Count(said, "only to"); got != 0 {
		t.Errorf("%d moves refused:\n%s", got, said)
	}
	before, last, over := cutAround(said, regexp.MustCompile(` wins, |A draw, `))
	if !over || strings.Contains(last, "/othello move") {
		t.Fatalf("the game is not over exactly after its last move:\n%s", last)
	}
	if got := strings.Count(before, "/othello "+moves[len(moves)-1].String()); got == 0 {
		t.Error("the game was over before its last move")
	}
	if black, white := finalDiscs(t, last); black != want.black || white != want.white {
		t.Errorf("ends %d–%d, want %d–%d", black, white, want.black, want.white)
	}
}

func cutAround(text string, at *regexp.Regexp) (before, after string, found bool) {
	where := at.FindStringIndex(text)
	if where == nil {
		return text, "", false
	}
	return text[:where[0]], text[where[1]:], true
}

// duelScript writes a game as two people would type it, and counts its passes.
func duelScript(t *testing.T, moves []rules.Square) (script string, passes int) {
	t.Helper()
	speakers := [2]string{rules.Black: "ana", rules.White: "bo"}
	lines := []string{"ana: /othello start @bo black", "bo: /othello accept"}
	p := rules.Start()
	for _, m := range moves {
		lines = append(lines, speakers[p.ToMove]+": /othello "+m.String())
		next, err := p.Play(m)
		noError(t, err)
		if next.ToMove == p.ToMove {
			passes++
		}
		p = next
	}
	return strings.Join(lines, "\n") + "\n", passes
}

func finalDiscs(t *testing.T, message string) (black, white int) {
	t.Helper()
	_, board, ok := strings.Cut(message, "   a b c d e f g h\n")
	if !ok {
		t.Fatalf("no board after the end:\n%s", message)
	}
	rows := strings.SplitN(board, "\n", 9)
	for _, row := range rows[:8] {
		black += strings.Count(row, "X")
		white += strings.Count(row, "O")
	}
	return black, white
}
