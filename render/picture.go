package render

// Picture describes an image: a [Diagram], a [Card], a [Curve] or a [Replay]. It is a value,
// and its [Address] encodes everything that it shows.
type Picture interface {
	// Draw returns the file. The same picture gives the same bytes. A Replay takes up to
	// half a second of processor time, other pictures some milliseconds.
	Draw() []byte

	Format() Format

	// code encodes the visible part of the picture, or decodes and returns a picture of
	// this kind.
	code(*coder) Picture
}

// Namer is a picture that names the sides of a game.
type Namer interface {
	Picture

	// Named returns the picture with these names of the sides, as in a [Side], by colour.
	// An empty name keeps the old one.
	Named(names [2]string) Picture
}

// Format is the format of an image, and the extension of its file.
type Format string

const (
	PNG Format = "png"
	GIF Format = "gif"
)

// MediaType returns the media type of the format.
func (f Format) MediaType() string { return "image/" + string(f) }
