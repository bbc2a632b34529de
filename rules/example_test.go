package rules_test

import (
	"fmt"

	"othellobot/rules"
)

func Example() {
	p := rules.Start()
	fmt.Println(p.ToMove, "may play", p.Legal())

	d3, _ := rules.ParseSquare("d3")
	p, err := p.Play(d3)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.Score(), "and", p.ToMove, "may play", p.Legal())
	// Output:
	// Black may play d3 c4 f5 e6
	// 4–1 and White may play c3 e3 c5
}

// Check reports what it finds in each direction: here, why Black may play e6 but not f4.
func ExamplePosition_Check() {
	for _, text := range []string{"e6", "f4"} {
		square, _ := rules.ParseSquare(text)
		verdict := rules.Start().Check(rules.Black, square)
		fmt.Println(square, "legal:", verdict.Legal())
		for _, ray := range verdict.Rays {
			switch {
			case ray.Closed():
				fmt.Printf("  %v: %v, closed by %v\n", ray.Direction, ray.Run, ray.EndSquare)
			case ray.End == rules.EndOwn:
				fmt.Printf("  %v: an own disc at once\n", ray.Direction)
			case !ray.Run.IsEmpty():
				fmt.Printf("  %v: %v, not closed\n", ray.Direction, ray.Run)
			}
		}
	}
	// Output:
	// e6 legal: true
	//   north: e5, closed by e4
	//   northwest: an own disc at once
	// f4 legal: false
	//   southwest: e5, not closed
	//   west: an own disc at once
}

func ExampleReplay() {
	moves, err := rules.ParseTranscript("F5 d6 c3 d3 c4")
	if err != nil {
		fmt.Println(err)
	}
	p, err := rules.Replay(rules.Start(), moves)
	fmt.Println(rules.FormatTranscript(moves), p.Score(), err)

	_, err = rules.Replay(rules.Start(), append(moves, moves[0]))
	fmt.Println(err)
	// Output:
	// f5d6c3d3c4 6–3 <nil>
	// move 6, White on f5, is illegal
}

func ExampleParseBoard() {
	p, err := rules.ParseBoard(`
		. . . . . . . .
		. . . . . . . .
		. . . B . . . .
		. . . B B . . .
		. . . B W . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`, rules.White)
	fmt.Println(p.Legal(), err)
	fmt.Println(p.FormatBoard())
	// Output:
	// c3 e3 c5 <nil>
	// -------------------X-------XX------XO---------------------------
}

// Opening also names an opening on a turned board.
func ExamplePosition_Opening() {
	for _, text := range []string{"f5d6c3d3c4", "c4e3f6e6f5", "f5d6c3"} {
		moves, _ := rules.ParseTranscript(text)
		p, _ := rules.Replay(rules.Start(), moves)
		fmt.Printf("%s is %q, a game of the opening %q\n", text, p.Opening(), rules.OpeningOf(moves))
	}
	// Output:
	// f5d6c3d3c4 is "Tiger", a game of the opening "Tiger"
	// c4e3f6e6f5 is "Tiger", a game of the opening "Tiger"
	// f5d6c3 is "", a game of the opening "Perpendicular"
}
