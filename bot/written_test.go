package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/bot/parse"
	"othellobot/rules"
)

func rowsOf(format func(n int, row string) string) string {
	var lines []string
	for n := range 8 {
		lines = append(lines, format(n+1, fiveCells[8*n:8*n+8]))
	}
	return strings.Join(lines, "\n")
}

func spread(row, between string) string { return strings.Join(strings.Split(row, ""), between) }

func edaxBoard() string {
	beside := []string{"", "O to move", "", "O: discs =  3    moves =  8", "*: discs =  6    moves =  2", "  empties = 55      ply =  6", "", ""}
	head := "  A B C D E F G H"
	return head + "\n" + rowsOf(func(n int, row string) string {
		return fmt.Sprintf("%d %s %d %s", n, strings.ReplaceAll(spread(row, " "), "X", "*"), n, beside[n-1])
	}) + "\n" + head
}

// TestLoadWritten reads records as programs and people write them. It wants moves or a board with its
// side, a plus if the text has more games, or, after an exclamation mark, a part of the error.
func TestLoadWritten(t *testing.T) {
	const white = fiveCells + " white"
	const whole, message = false, true
	plain := rowsOf(func(_ int, row string) string { return row })
	spaced := rowsOf(func(n int, row string) string { return fmt.Sprintf("%d %s", n, spread(row, " ")) })
	bars := rowsOf(func(n int, row string) string { return fmt.Sprintf("%d | %s |", n, spread(row, " | ")) })
	box := "+-----------------+\n" + rowsOf(func(_ int, row string) string { return "| " + spread(row, " ") + " |" }) + "\n+-----------------+\n"
	drawn := func(x, o, empty string) string { return strings.NewReplacer("X", x, "O", o, "-", empty).Replace(plain) }
	type written struct {
		among      bool
		text, want string
	}
	cases := []written{
		{whole, "1. f5 1... d6 2. c3 2... d3 3. c4", five},
		{whole, "#1 f5 #2 d6 #3 c3 #4 d3 #5 c4", five},
		{whole, "①f5②d6③c3④d3⑤c4", "!"},
		{whole, "1: f5, 2: d6, 3: c3, 4: d3, 5: c4", five},
		{whole, "1-f5 2-d6 3-c3 4-d3 5-c4", five},
		{whole, "(1)f5(2)d6(3)c3(4)d3(5)c4", five},
		{whole, "f5 (1) d6 (2) c3 (3) d3 (4) c4 (5)", five},
		{whole, "f5→d6→c3→d3→c4", five},
		{whole, "+f5-d6+c3-d3+c4", five},
		{whole, "1 +f5\n2 -d6\n3 +c3\n4 -d3\n5 +c4", five},
		{whole, "01 f5 02 d6 03 c3 04 d3 05 c4", five},
		{whole, "1\tf5\td6\n2\tc3\td3\n3\tc4", five},
		{whole, "move,square,side\n1,f5,black\n2,d6,white\n3,c3,black\n4,d3,white\n5,c4,black", five},
		{whole, "f5 black\nd6 white\nc3 black\nd3 white\nc4 black", "!black"},
		{whole, "f5;d6;c3;d3;c4", five},
		{whole, "f5|d6|c3|d3|c4", five},
		{whole, "f5!d6?c3!!d3?!c4", five},
		{whole, "[Event \"x\"]\n[Site \"https://playstrategy.org/a1B2c3D4\"]\n[Black \"ana\"]\n[White \"bo\"]\n[Result \"33-31\"]\n\n1. f5 d6 2. c3 d3 3. c4 1-0", "!"},
		{whole, "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1 5. -- e3", passed},
		{whole, "1. d3 c3 2. b3 b2 3. f5 a3 4. a1 c1 5. ... e3", passed},
		{whole, "d3c3b3b2f5a3a1c1 (Black passes) e3", passed},
		{whole, "d3 c3 b3 b2 f5 a3 a1 c1 black: pass white: e3", passed},
		{whole, "d3c3b3b2f5a3a1c1@@e3", passed},
		{whole, "f5, d6, c3 and then pass", "!passes"},
		{whole, "f5d6c3d3c4 f5f6e6f4c3", five + "+"},
		{whole, "Game 1: f5d6c3d3c4\nGame 2: d3c3c4", five + "+"},
		{whole, "f5 d6 c3 a1 d3 c4", "!a1"},
		{whole, "f5 d6 ç3 d3", "!ç3"},
		{whole, "f5 d6 c3 d33 c4", "!3"},
		{whole, "f5 d6 c0 d3", "!c0"},
		{whole, "> f5 d6\n> c3 d3\n> c4", five},
		{whole, "```\n1. f5 d6\n2. c3 d3\n3. c4\n```", five},
		{whole, "f5, d6, c3, d3 and c4", five},
		{message, "https://example.org/?moves=f5d6c3 and f5d6c3d3c4", five},
		{message, "ana wrote:\n> f5 d6 c3 d3 c4\nWhat now?", five},
		{message, "f5 d6 c3 a1 d3 c4", "!a1"},
		{whole, "5f6d3c3d4c", "!"},
		{whole, "f5 d6 c3 d3 c4 = draw 32-32", five},
		{whole, "f5, d6, c3, d3, c4 (White to move)", five},
		{whole, edaxBoard(), white},
		{whole, bars + "\nO to move", white},
		{whole, strings.ReplaceAll(bars, "| -", "|  ") + "\nO to move", "!"},
		{whole, strings.ReplaceAll(bars, "-", ".") + "\nwhite", white},
		{whole, box + "O", white},
		{whole, drawn("⚫", "⚪", "🟩") + "\n⚪ to move", white},
		{whole, drawn(":black_circle:", ":white_circle:", ":large_green_square:") + "\nWhite to move", white},
		{whole, drawn("●", "○", "・") + "\n白番", white},
		{whole, drawn("●", "○", "＋") + "\n○", white},
		{whole, fiveCells + "O", white},
		{whole, fiveCells + ",O", white},
		{whole, "<" + fiveCells + ">O", white},
		{whole, strings.ReplaceAll(fiveCells, "-", "_") + " O", white},
		{whole, strings.ReplaceAll(plain, "-", "_") + "\nO", white},
		{whole, rowsOf(func(_ int, row string) string { return spread(row, "\t") }) + "\nO", white},
		{whole, rowsOf(func(_ int, row string) string { return spread(row, ",") }) + "\nO", white},
		{whole, rowsOf(func(n int, row string) string { return fmt.Sprintf("%d %s", n, row) }) + "\n  abcdefgh\nO to move", white},
		{whole, spaced[2:] + "\nO", white},
		{whole, strings.Replace(spaced, "1 - ", "1 ", 1) + "\nO", "!63"},
		{whole, strings.Replace(spaced, "1 - ", "1 - - ", 1) + "\nO", "!65"},
		{whole, "(;GM[Othello]PC[NBoard]DT[2026-01-02]PB[a]PW[b]TY[8]BO[8 " + strings.ReplaceAll(fiveCells, "X", "*") + " O];)", white},
		{whole, "Black: ana\n" + fiveCells, "!side"},
		{whole, fiveCells + "\nWhite: bo", "!side"},
		{message, "White resigned here:\n" + fiveCells + "\nA pity.", "!side"},
		{whole, fiveCells + "\nBlack to move? No: White to move!", "!side"},
		{whole, "turn: O\n" + fiveCells, white},
		{whole, "Vidéo " + fiveCells, "!side"},
		{whole, "Vidéo\n" + plain, "!side"},
		{whole, fiveCells + " bébé", "!side"},
		{whole, fiveCells + "\nXô", "!side"},
		{whole, "Ora muove il Nero: b3 o c2.\n" + plain, fiveCells + " black"},
		{whole, "Next player: O\n" + plain, white},
		{whole, fiveCells + " O f5 d6", "!f5"},
		{message, "> " + fiveCells + " O\nnice", white},
		{whole, strings.NewReplacer("X", "1", "O", "2", "-", "0").Replace(fiveCells) + " 2", "!"},
		{whole, "O to move: " + fiveCells, white},
		{whole, "O's turn " + fiveCells, white},
		{whole, "White's turn\n" + plain, white},
		{whole, "It is White's turn.\n" + spaced, white},
		{whole, "O to play and win\n" + plain, white},
		{whole, strings.ReplaceAll(spaced, "\n", " ") + " O", white},
		{whole, "a b c d e f g h " + strings.ReplaceAll(spaced, "\n", " ") + " white to move", white},
		{whole, plain + "\n--------\nO", "!72"},
		{whole, spread(fiveCells, " ") + " O", white},
		{whole, "O " + spread(fiveCells, " "), "!"},
		{whole, "f5d6c3d3c4 Black: ana, White: bo 33-31", five},
		{whole, fiveCells + " blanc à jouer", white},
		{whole, fiveCells + "\nWeiß am Zug", white},
		{whole, fiveCells + " 次は白番", white},
		{whole, fiveCells + " next=white", white},
		{whole, fiveCells + " Schwarz", fiveCells + " black"},
		{whole, fiveCells + " (O)", white},
		{whole, fiveCells + " w", white},
		{whole, strings.ReplaceAll(fiveCells, "-", ".") + " w", white},
		{message, "Position: " + fiveCells + " O. What would you play? I like c2.", white},
		{message, "ana (Black) - bo (White)\n" + plain + "\nWhite to move", white},
		{message, "After 1. f5 d6 2. c3 d3 3. c4 Black is better", five},
		{message, "f5 d6 c3 d3 c4 and later Black wins", five},
		{whole, "f5 d6 c3 d3 c4\n\nf5 d6 c3 d3 c4", five},
		{whole, "f5d6c3d3c4, f5d6c3", five + "+"},
		{whole, "f5d6c3d3c4 d3c3", "!d3"},
		{whole, "5f 6d 3c 3d 4c", "!5f"},
		{whole, "1. 5f 2. 6d 3. 3c 4. 3d 5. 4c", "!5f"},
		{whole, "f5 pass", "!pass"},
		{whole, "pass f5", "!pass"},
		{whole, "d3c3b3b2f5a3a1c1 pass", "d3c3b3b2f5a3a1c1"},
		{whole, "f5 d6 c3 d3 c4 resign", five},
		{whole, "Opening: f5 d6 c3 d3 c4", five},
		{whole, "f5\u3000d6\u3000c3\u3000d3\u3000c4", five},
		{whole, "f5、d6、c3、d3、c4", five},
		{whole, "f5.d6.c3.d3.c4.", five},
		{whole, "{f5,d6,c3,d3,c4}", five},
		{whole, "[\"f5\",\"d6\",\"c3\",\"d3\",\"c4\"]", five},
		{whole, "f5 d6 c3 o3 c4", "!o3"},
		{whole, "f5 d6 c3 d3 c", "!c"},
		{whole, "f5 d6 c3 d 3 c 4", five},
		{whole, "F5 D6 C3 D3 C4 +2 -3", five},
		{whole, "f5(+2) d6(-1) c3(+0.5) d3 c4", five},
		{whole, "f5{0:02} d6{0:10} c3 d3 c4", five},
		{whole, "f5/d6/c3/d3/c4", five},
		{whole, "f5 -> d6 -> c3 -> d3 -> c4", five},
		{whole, "B:f5,W:d6,B:c3,W:d3,B:c4", five},
		{whole, "●f5 ○d6 ●c3 ○d3 ●c4", five},
		{whole, "⚫f5 ⚪d6 ⚫c3 ⚪d3 ⚫c4", five},
		{whole, "⚫ f5\n⚪ d6\n⚫ c3\n⚪ d3\n⚫ c4", five},
		{whole, "黒f5 白d6 黒c3 白d3 黒c4", five},
		{whole, "１．ｆ５　２．ｄ６　３．ｃ３　４．ｄ３　５．ｃ４", five},
		{whole, "1手目 f5, 2手目 d6, 3手目 c3, 4手目 d3, 5手目 c4", five},
	}
	for _, pass := range strings.Fields("pass passe passen passo paso pasar passa パス 패스 停一手 ผ่าน p PS -- (pass) @@") {
		cases = append(cases, written{whole, "d3c3b3b2f5a3a1c1 " + pass + " e3", passed})
	}
	reader := allLanguages().Records()
	for _, c := range cases {
		read := reader.Read
		if c.among {
			read = reader.Find
		}
		found, err := read(parse.Clean(c.text))
		got := rules.FormatTranscript(found.Moves)
		if found.Board {
			got = found.Start.FormatBoard() + " " + strings.ToLower(found.Start.ToMove.String()) + got
		}
		if found.More {
			got += "+"
		}
		if err != nil {
			got = "!" + err.Error()
		}
		if fault, refused := strings.CutPrefix(c.want, "!"); got != c.want && !(refused && err != nil && strings.Contains(got, fault)) {
			t.Errorf("%q is read as %s, want %s", c.text, got, c.want)
		}
	}
}
