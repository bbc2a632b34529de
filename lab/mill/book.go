package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"othellobot/engine"
	"othellobot/lab/train"
)

// leastReach is the smallest allowed -reach, in discs. A smaller one would leave too few moves
// to choose from.
const leastReach = 0.5

// makeBook writes an opening book. It continues a file with the same settings.
func makeBook(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write, or to go on with")
	positions := c.flags.Int("positions", 1000, "how many positions the book is to hold")
	depth := c.flags.Int("depth", 20, "plies looked ahead from each, an even number")
	reach := c.flags.Float64("reach", 3, "moves worse than the best by more `discs` are left out")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	switch {
	case *out == "":
		return fmt.Errorf("book: -out is missing")
	case *positions < 1:
		return fmt.Errorf("book: -positions %d", *positions)
	case *depth < 2 || *depth%2 != 0:
		return fmt.Errorf("book: -depth %d: it is to be even", *depth)
	case *reach < leastReach:
		return fmt.Errorf("book: -reach %v: it is at least %v, so that there is something to choose from", *reach, leastReach)
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	file, entries, err := openBook(*out, fmt.Sprintf("depth %d, reach %v, weights %s", *depth, *reach, train.WeightsOf(weights).Sum()))
	if err != nil {
		return err
	}
	made, err := fillBook(ctx, c, file, train.NewBookMaker(train.BookSettings{Weights: weights, Depth: *depth, Reach: *reach}, entries), len(entries), *positions)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		fmt.Fprintf(c.stdout, "%d positions\n", made)
	}
	return err
}

// openBook creates a file, or opens one with the same settings and returns its entries.
func openBook(name, settings string) (file *os.File, entries []engine.BookEntry, err error) {
	if file, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666); err != nil {
		return nil, nil, err
	}
	if entries, err = beginBook(file, settings); err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, entries, nil
}

// beginBook writes the header of an empty file. In another file it removes a partial last
// entry and returns the entries.
func beginBook(file *os.File, settings string) ([]engine.BookEntry, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		_, err := file.WriteString(engine.BookHeader + settings + "\n")
		return nil, err
	}
	old, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	entries, former, whole, err := engine.ReadBook(old)
	switch {
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil, err
	case former != settings:
		return nil, fmt.Errorf("it was made with %q, not with %q", former, settings)
	}
	if err := file.Truncate(int64(whole)); err != nil {
		return nil, err
	}
	_, err = file.Seek(int64(whole), io.SeekStart)
	return entries, err
}

// fillBook adds entries to a file with count entries until it has want, and returns the final count.
func fillBook(ctx context.Context, c call, file *os.File, maker *train.BookMaker, count, want int) (int, error) {
	progress := newProgress(c.stderr, count, count)
	defer progress.end()
	for count < want {
		e, added, err := maker.Add(ctx)
		if err != nil || !added {
			return count, err
		}
		if _, err := file.Write(train.AppendBookEntry(nil, e)); err != nil {
			return count, err
		}
		count++
		progress.update(count, want, count)
	}
	return count, nil
}
