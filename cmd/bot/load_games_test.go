package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// ply is one move of a game, and what the board has to be after it.
type ply struct {
	user   string
	square rules.Square
	after  rules.Position
}

// wholeGame is a game by chance, from the first move to the last.
func wholeGame(seed uint64) []ply {
	random := rand.New(rand.NewPCG(seed, 0))
	users := [2]string{rules.Black: "ana", rules.White: "bo"}
	var plies []ply
	for p := rules.Start(); !p.Over(); {
		squares := slices.Collect(p.Legal().Squares())
		m := ply{user: users[p.ToMove], square: squares[random.IntN(len(squares))]}
		p, _ = p.Play(m.square) // it is one of the legal ones
		m.after = p
		plies = append(plies, m)
	}
	return plies
}

// move sends a move as a command, and waits for the answer.
func (r *rig) move(w discordtest.Where, m ply) *discordtest.Interaction {
	return r.Command(w, m.user, "move", discordtest.Text("square", m.square.String()))
}

// tile is one square of a board drawn with tiles; its name begins with the colour
// of the disc, if there is one.
var tile = regexp.MustCompile(`<:([a-z]+):[0-9]+>`)

// shows says what is wrong with the answer to a command, if it is not a message
// with that board.
func shows(answer []byte, want rules.Position) error {
	var callback struct {
		Type int
		Data struct{ Content string }
	}
	if err := json.Unmarshal(answer, &callback); err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	var cells strings.Builder
	for _, found := range tile.FindAllStringSubmatch(callback.Data.Content, -1) {
		switch found[1][0] {
		case 'b':
			cells.WriteByte('X')
		case 'w':
			cells.WriteByte('O')
		default:
			cells.WriteByte('-')
		}
	}
	got, err := rules.ParseBoard(cells.String(), want.ToMove)
	if err != nil || callback.Type != discordtest.CallbackMessage {
		return fmt.Errorf("the answer of type %d shows no board: %s", callback.Type, callback.Data.Content)
	}
	if got != want {
		return fmt.Errorf("the board is\n%s\nnot\n%s", got.FormatBoard(rules.AlphabetXO), want.FormatBoard(rules.AlphabetXO))
	}
	return nil
}

// showsMove is shows for the answer to a move, which says what was played.
func showsMove(answer []byte, m ply) error {
	if said := " played **" + m.square.String() + "**"; !strings.Contains(string(answer), said) {
		return fmt.Errorf("%s by %s is not answered as played: %s", m.square, m.user, answer)
	}
	return shows(answer, m.after)
}

func TestAnswersAreHeldAgainstTheGame(t *testing.T) {
	game := wholeGame(1)
	if last := game[len(game)-1].after; !last.Over() {
		t.Errorf("a whole game ends with moves left:\n%v", last)
	}
	first := ply{user: "ana", square: game[0].square, after: game[0].after}
	answer := func(kind int, said string, p rules.Position) []byte {
		board := strings.NewReplacer("X", "<:blk:1>", "O", "<:whf:2>", "-", "<:emp:3>").Replace(p.FormatBoard(rules.AlphabetXO))
		text, err := json.Marshal(map[string]any{"type": kind, "data": map[string]string{"content": said + "\n" + board}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	said := "@ana played **" + first.square.String() + "**."
	for name, c := range map[string]struct {
		answer []byte
		right  bool
	}{
		"the move":        {answer(4, said, first.after), true},
		"another board":   {answer(4, said, rules.Start()), false},
		"another move":    {answer(4, "@ana played **a1**.", first.after), false},
		"put off":         {answer(5, said, first.after), false},
		"no board":        {[]byte(`{"type":4,"data":{"content":"` + said + `"}}`), false},
		"not even JSON":   {[]byte(said), false},
		"nothing at all ": {nil, false},
	} {
		if err := showsMove(c.answer, first); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
}
