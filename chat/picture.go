package chat

import "othellobot/render"

// Picture is an image. If it cannot be made or sent, the message is shown without it.
type Picture struct {
	Image render.Picture
	Alt   Text // describes the image in whole sentences, for users who do not see it; it names no players

	// Players are the people to name on a [render.Namer], by colour. They are used if the adapter
	// sends the file itself and knows their names. A nil entry names no player.
	Players [2]*UserID

	// Chart shows the same on a platform that draws charts itself, or is nil if there is no chart.
	Chart *Chart
}

// Chart is a line through values: the first before any move, then one after each move.
type Chart struct {
	Title  string // at most 50 characters
	Series string // label of the values, at most 20 characters
	Axis   string // label of the moves, at most 50 characters
	Values []int
}

// Named returns the image with the names of its players, as returned by name.
func (p *Picture) Named(name func(UserID) string) render.Picture {
	image, ok := p.Image.(render.Namer)
	if !ok {
		return p.Image
	}
	var names [2]string
	for color, player := range p.Players {
		if player != nil {
			names[color] = name(*player)
		}
	}
	return image.Named(names)
}
