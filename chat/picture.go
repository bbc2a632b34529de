package chat

import "othellobot/render"

// Picture is an image. Where it cannot be made or sent, the message is shown without it.
type Picture struct {
	Image render.Picture
	Alt   Text // the same in whole sentences, for those who do not see it; it names nobody

	// Players are the people to be named on a [render.Namer], by colour, where the adapter
	// sends the file itself and knows their names; nil for none.
	Players [2]*UserID

	// Chart is the same for a platform that draws charts itself; nil for none.
	Chart *Chart
}

// Chart is a line through values, one for each move and one before the first.
type Chart struct {
	Title  string // at most 50 characters
	Series string // what the values are, at most 20 characters
	Axis   string // what the moves are called, at most 50 characters
	Values []int
}

// Named is the image with the names of its players, as the function knows them.
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
