package render_test

import (
	"fmt"

	"othellobot/render"
	"othellobot/rules"
)

func ExampleEmoji() {
	start := rules.Start()
	view := render.View{Position: start, Hints: start.Legal(), Last: rules.NoSquare}
	theme, _ := render.ThemeNamed("vivid")
	fmt.Println(render.Emoji(view, theme, render.SurfaceLetters))
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
