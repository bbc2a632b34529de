package load

import (
	"testing"
)

func TestWholeGamesEnd(t *testing.T) {
	game := wholeGame(1)
	if last := game[len(game)-1].after; !last.Over() {
		t.Errorf("a whole game ends with moves left:\n%v", last)
	}
}
