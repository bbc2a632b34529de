package chat

import "othellobot/render"

// Picture is an image. If it cannot be made or sent, the message is shown without it.
type Picture struct {
	Image render.Picture
	Alt   Text // describes the image, without players, for users who do not see it

	// Players are the people whom Image can name if it is a [render.Namer], by colour. A nil entry names
	// no player. An adapter names players only if it sends the file itself and knows their names.
	Players [2]*UserID
	Chart   *Chart // shows the same on platforms that draw charts; nil if there is none
}

// Chart is a line through values, one before the first move and one after each move.
type Chart struct {
	Title  string // at most 50 characters
	Series string // label of the values, at most 20 characters
	Axis   string // label of the moves, at most 50 characters
	Values []int
}

// Named returns the image with its players named by the function.
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
