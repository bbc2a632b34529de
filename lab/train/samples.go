package train

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"othellobot/rules"
)

// Sample is a position with its value for the side to move, in discs.
type Sample struct {
	Own, Opp rules.Bitboard
	Value    float32
}

// Empties returns the number of empty squares.
func (s Sample) Empties() int { return 64 - (s.Own | s.Opp).Len() }

// Game holds the samples of one game, fewer than 65,536 of each kind.
type Game struct {
	Line     []Sample // the game's own positions
	Branches []Sample // positions of alternative ends of the game
}

// A sample file begins with a line of sampleMagic and the settings it was made with.
// Games follow. A game is the number of line samples, the number of branch samples (2 bytes
// each), and the samples. A sample takes 18 bytes: the two sets of discs (8 bytes each), and
// the value in 1/sampleUnit disc (2 bytes). All numbers are little-endian.
const (
	sampleMagic = "othello samples 2: "
	sampleUnit  = 8
	sampleBytes = 18
	countBytes  = 4
)

// ErrNotSamples reports that a file holds no valid samples.
var ErrNotSamples = errors.New("train: not a file of samples")

// AppendHeader appends the header of a sample file. settings must be one line.
func AppendHeader(to []byte, settings string) []byte {
	return append(to, sampleMagic+settings+"\n"...)
}

// AppendGame appends a game of a sample file. Values are rounded to an eighth of a disc.
func AppendGame(to []byte, g Game) []byte {
	to = binary.LittleEndian.AppendUint16(to, uint16(len(g.Line)))
	to = binary.LittleEndian.AppendUint16(to, uint16(len(g.Branches)))
	for _, list := range [][]Sample{g.Line, g.Branches} {
		for _, s := range list {
			to = binary.LittleEndian.AppendUint64(to, uint64(s.Own))
			to = binary.LittleEndian.AppendUint64(to, uint64(s.Opp))
			to = binary.LittleEndian.AppendUint16(to, uint16(int16(math.Round(float64(s.Value)*sampleUnit))))
		}
	}
	return to
}

// Reader reads a sample file.
type Reader struct {
	from     *bufio.Reader
	settings string
	whole    int64
}

// NewReader reads the header of a file. The error wraps [ErrNotSamples], or is an error
// of from.
func NewReader(from io.Reader) (*Reader, error) {
	in := bufio.NewReader(from)
	line, err := in.ReadString('\n')
	settings, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), sampleMagic)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case err != nil || !ok:
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrNotSamples, sampleMagic)
	}
	return &Reader{from: in, settings: settings, whole: int64(len(line))}, nil
}

// Settings returns the settings that the file was made with.
func (r *Reader) Settings() string { return r.settings }

// Whole returns the number of bytes of the header and the games read so far.
func (r *Reader) Whole() int64 { return r.whole }

// Next reads a game. The error is [io.EOF] after the last game, and [io.ErrUnexpectedEOF]
// if the last game is cut off.
func (r *Reader) Next() (g Game, err error) {
	var counts [countBytes]byte
	if _, err := io.ReadFull(r.from, counts[:]); err != nil {
		return Game{}, err
	}
	line, branches := binary.LittleEndian.Uint16(counts[:]), binary.LittleEndian.Uint16(counts[2:])
	if g.Line, err = r.samples(line); err != nil {
		return Game{}, err
	}
	if g.Branches, err = r.samples(branches); err != nil {
		return Game{}, err
	}
	r.whole += countBytes + sampleBytes*(int64(line)+int64(branches))
	return g, nil
}

func (r *Reader) samples(n uint16) (list []Sample, err error) {
	var stored [sampleBytes]byte
	for range n {
		switch _, err := io.ReadFull(r.from, stored[:]); {
		case errors.Is(err, io.EOF):
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		}
		list = append(list, Sample{
			Own:   rules.Bitboard(binary.LittleEndian.Uint64(stored[:])),
			Opp:   rules.Bitboard(binary.LittleEndian.Uint64(stored[8:])),
			Value: float32(int16(binary.LittleEndian.Uint16(stored[16:]))) / sampleUnit,
		})
	}
	return list, nil
}

// ReadGames reads all games of a file. The errors are those of [NewReader] and
// [Reader.Next].
func ReadGames(from io.Reader) (games []Game, err error) {
	r, err := NewReader(from)
	if err != nil {
		return nil, err
	}
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
}
