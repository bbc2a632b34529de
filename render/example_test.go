package render_test

import (
	"fmt"

	"othellobot/render"
	"othellobot/rules"
)

func start() render.View {
	p := rules.Start()
	return render.View{Position: p, Hints: p.Legal(), Last: rules.NoSquare}
}

func ExampleEmoji() {
	theme, _ := render.ThemeNamed("vivid")
	fmt.Println(render.Emoji(start(), theme, render.SurfaceLetters))
	// Output:
	//   a b c d e f g h
	// 1 🟦🟦🟦🟦🟦🟦🟦🟦
	// 2 🟦🟦🟦🟦🟦🟦🟦🟦
	// 3 🟦🟦🟦🟩🟦🟦🟦🟦
	// 4 🟦🟦🟩🟡🔴🟦🟦🟦
	// 5 🟦🟦🟦🔴🟡🟩🟦🟦
	// 6 🟦🟦🟦🟦🟩🟦🟦🟦
	// 7 🟦🟦🟦🟦🟦🟦🟦🟦
	// 8 🟦🟦🟦🟦🟦🟦🟦🟦
}

func ExampleText() {
	fmt.Println(render.Text(start()))
	// Output:
	//    a b c d e f g h
	// 1  - - - - - - - -
	// 2  - - - - - - - -
	// 3  - - - . - - - -
	// 4  - - . O X - - -
	// 5  - - - X O . - -
	// 6  - - - - . - - -
	// 7  - - - - - - - -
	// 8  - - - - - - - -
}
