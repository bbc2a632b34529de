package render

// Picture says what an image shows: a [Diagram], a [Card], a [Curve] or a [Replay]. It is a
// value, which its [Address] holds completely.
type Picture interface {
	// Draw gives the file. The same picture gives the same bytes. A Replay takes up to
	// half a second of a processor, any other some milliseconds.
	Draw() []byte

	// Format is that of the file.
	Format() Format

	// code writes what the picture shows, or returns the picture of this kind that it reads.
	code(*coder) Picture
}

// Namer is a picture that names the sides of a game.
type Namer interface {
	Picture

	// Named gives the picture with these names of the sides, as in a [Side], by colour. An
	// empty one leaves a name as it was.
	Named(names [2]string) Picture
}

// Format is the format of an image, and how the name of its file ends.
type Format string

// The formats.
const (
	PNG Format = "png"
	GIF Format = "gif"
)

// MediaType is the media type of such a file.
func (f Format) MediaType() string { return "image/" + string(f) }
