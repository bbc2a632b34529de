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

// TestLoadWritten reads records as programs and people write them. It wants moves or a board with its
// side, a plus if the text has more games, or, after an exclamation mark, a part of the error.
func TestLoadWritten(t *testing.T) {
	const white = fiveCells + " white"
	const whole, message = false, true
	const head = "  A B C D E F G H"
	beside := []string{"", "O to move", "", "O: discs =  3    moves =  8", "*: discs =  6    moves =  2", "  empties = 55      ply =  6", "", ""}
	edax := head + "\n" + rowsOf(func(n int, row string) string {
		return fmt.Sprintf("%d %s %d %s", n, strings.ReplaceAll(spread(row, " "), "X", "*"), n, beside[n-1])
	}) + "\n" + head
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
		{whole, "①f5②d6③c3④d3⑤c4", "!"},
		{whole, "f5 black\nd6 white\nc3 black\nd3 white\nc4 black", "!black"},
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
		{message, "https://example.org/?moves=f5d6c3 and f5d6c3d3c4", five},
		{message, "ana wrote:\n> f5 d6 c3 d3 c4\nWhat now?", five},
		{message, "f5 d6 c3 a1 d3 c4", "!a1"},
		{whole, "5f6d3c3d4c", "!"},
		{whole, strings.ReplaceAll(bars, "| -", "|  ") + "\nO to move", "!"},
		{whole, strings.Replace(spaced, "1 - ", "1 ", 1) + "\nO", "!63"},
		{whole, strings.Replace(spaced, "1 - ", "1 - - ", 1) + "\nO", "!65"},
		{message, "White resigned here:\n" + fiveCells + "\nA pity.", "!side"},
		{whole, "Ora muove il Nero: b3 o c2.\n" + plain, fiveCells + " black"},
		{whole, fiveCells + " O f5 d6", "!f5"},
		{message, "> " + fiveCells + " O\nnice", white},
		{whole, strings.NewReplacer("X", "1", "O", "2", "-", "0").Replace(fiveCells) + " 2", "!"},
		{whole, plain + "\n--------\nO", "!72"},
		{whole, "O " + spread(fiveCells, " "), "!"},
		{whole, fiveCells + " Schwarz", fiveCells + " black"},
		{message, "Position: " + fiveCells + " O. What would you play? I like c2.", white},
		{message, "ana (Black) - bo (White)\n" + plain + "\nWhite to move", white},
		{message, "After 1. f5 d6 2. c3 d3 3. c4 Black is better", five},
		{message, "f5 d6 c3 d3 c4 and later Black wins", five},
		{whole, "f5d6c3d3c4, f5d6c3", five + "+"},
		{whole, "f5d6c3d3c4 d3c3", "!d3"},
		{whole, "5f 6d 3c 3d 4c", "!5f"},
		{whole, "1. 5f 2. 6d 3. 3c 4. 3d 5. 4c", "!5f"},
		{whole, "f5 pass", "!pass"},
		{whole, "pass f5", "!pass"},
		{whole, "d3c3b3b2f5a3a1c1 pass", "d3c3b3b2f5a3a1c1"},
		{whole, "f5 d6 c3 o3 c4", "!o3"},
		{whole, "f5 d6 c3 d3 c", "!c"},
	}
	for want, texts := range map[string][]string{five: {
		"1. f5 1... d6 2. c3 2... d3 3. c4", "#1 f5 #2 d6 #3 c3 #4 d3 #5 c4", "1: f5, 2: d6, 3: c3, 4: d3, 5: c4", "1-f5 2-d6 3-c3 4-d3 5-c4", "(1)f5(2)d6(3)c3(4)d3(5)c4",
		"f5 (1) d6 (2) c3 (3) d3 (4) c4 (5)", "f5→d6→c3→d3→c4", "+f5-d6+c3-d3+c4", "1 +f5\n2 -d6\n3 +c3\n4 -d3\n5 +c4", "01 f5 02 d6 03 c3 04 d3 05 c4",
		"1\tf5\td6\n2\tc3\td3\n3\tc4", "move,square,side\n1,f5,black\n2,d6,white\n3,c3,black\n4,d3,white\n5,c4,black", "f5;d6;c3;d3;c4", "f5|d6|c3|d3|c4", "f5!d6?c3!!d3?!c4",
		"> f5 d6\n> c3 d3\n> c4", "```\n1. f5 d6\n2. c3 d3\n3. c4\n```", "f5, d6, c3, d3 and c4", "f5 d6 c3 d3 c4 = draw 32-32", "f5, d6, c3, d3, c4 (White to move)",
		"f5d6c3d3c4 Black: ana, White: bo 33-31", "f5 d6 c3 d3 c4\n\nf5 d6 c3 d3 c4", "f5 d6 c3 d3 c4 resign", "Opening: f5 d6 c3 d3 c4", "f5\u3000d6\u3000c3\u3000d3\u3000c4",
		"f5、d6、c3、d3、c4", "f5.d6.c3.d3.c4.", "{f5,d6,c3,d3,c4}", "[\"f5\",\"d6\",\"c3\",\"d3\",\"c4\"]", "f5 d6 c3 d 3 c 4", "F5 D6 C3 D3 C4 +2 -3",
		"f5(+2) d6(-1) c3(+0.5) d3 c4", "f5{0:02} d6{0:10} c3 d3 c4", "f5/d6/c3/d3/c4", "f5 -> d6 -> c3 -> d3 -> c4", "B:f5,W:d6,B:c3,W:d3,B:c4", "●f5 ○d6 ●c3 ○d3 ●c4",
		"⚫f5 ⚪d6 ⚫c3 ⚪d3 ⚫c4", "⚫ f5\n⚪ d6\n⚫ c3\n⚪ d3\n⚫ c4", "黒f5 白d6 黒c3 白d3 黒c4", "１．ｆ５　２．ｄ６　３．ｃ３　４．ｄ３　５．ｃ４", "1手目 f5, 2手目 d6, 3手目 c3, 4手目 d3, 5手目 c4",
	}, white: {
		edax, bars + "\nO to move", strings.ReplaceAll(bars, "-", ".") + "\nwhite", box + "O", drawn("⚫", "⚪", "🟩") + "\n⚪ to move",
		drawn(":black_circle:", ":white_circle:", ":large_green_square:") + "\nWhite to move", drawn("●", "○", "・") + "\n白番", drawn("●", "○", "＋") + "\n○", fiveCells + "O",
		fiveCells + ",O", "<" + fiveCells + ">O", strings.ReplaceAll(fiveCells, "-", "_") + " O", strings.ReplaceAll(plain, "-", "_") + "\nO",
		rowsOf(func(_ int, row string) string { return spread(row, "\t") }) + "\nO", rowsOf(func(_ int, row string) string { return spread(row, ",") }) + "\nO",
		rowsOf(func(n int, row string) string { return fmt.Sprintf("%d %s", n, row) }) + "\n  abcdefgh\nO to move", spaced[2:] + "\nO",
		"(;GM[Othello]PC[NBoard]DT[2026-01-02]PB[a]PW[b]TY[8]BO[8 " + strings.ReplaceAll(fiveCells, "X", "*") + " O];)", "turn: O\n" + fiveCells, "Next player: O\n" + plain,
		"O to move: " + fiveCells, "O's turn " + fiveCells, "White's turn\n" + plain, "It is White's turn.\n" + spaced, "O to play and win\n" + plain,
		strings.ReplaceAll(spaced, "\n", " ") + " O", "a b c d e f g h " + strings.ReplaceAll(spaced, "\n", " ") + " white to move", spread(fiveCells, " ") + " O",
		fiveCells + " blanc à jouer", fiveCells + "\nWeiß am Zug", fiveCells + " 次は白番", fiveCells + " next=white", fiveCells + " (O)", fiveCells + " w",
		strings.ReplaceAll(fiveCells, "-", ".") + " w",
	}, "!side": {
		"Black: ana\n" + fiveCells, fiveCells + "\nWhite: bo", fiveCells + "\nBlack to move? No: White to move!", "Vidéo " + fiveCells, "Vidéo\n" + plain, fiveCells + " bébé",
		fiveCells + "\nXô",
	}} {
		for _, text := range texts {
			cases = append(cases, written{whole, text, want})
		}
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
		if found.OwnStart {
			got = found.Start.FormatBoard() + " " + strings.ToLower(found.Start.ToMove.String()) + got
		}
		if found.HasMore {
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
