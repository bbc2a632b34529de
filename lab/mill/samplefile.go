package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"othellobot/lab/train"
)

// sampleFile is a file of samples that grows game by game. An interrupted file continues
// after its last whole game.
type sampleFile struct {
	file           *os.File
	games, samples int
}

// openSamples creates a file, or continues one with the same settings.
func openSamples(name, settings string) (*sampleFile, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	f := &sampleFile{file: file}
	if err := f.begin(settings); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// begin writes the header of an empty file. In another file it removes a partial last
// game.
func (f *sampleFile) begin(settings string) error {
	header := train.AppendHeader(nil, settings)
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		_, err := f.file.Write(header)
		return err
	}
	r, err := train.NewReader(f.file)
	if err != nil {
		return err
	}
	if r.Settings() != settings {
		return fmt.Errorf("it was made with %q, not with %q", r.Settings(), settings)
	}
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return err
		}
		f.count(g)
	}
	if err := f.file.Truncate(r.Whole()); err != nil {
		return err
	}
	_, err = f.file.Seek(r.Whole(), io.SeekStart)
	return err
}

func (f *sampleFile) count(g train.Game) {
	f.games++
	f.samples += len(g.Line) + len(g.Branches)
}

func (f *sampleFile) add(g train.Game) error {
	f.count(g)
	_, err := f.file.Write(train.AppendGame(nil, g))
	return err
}

// close closes the file and, without an error, prints the size of its contents.
func (f *sampleFile) close(to io.Writer, err error) error {
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		fmt.Fprintf(to, "%d samples of %d games\n", f.samples, f.games)
	}
	return err
}

// readGames reads the games of a file of samples.
func readGames(name string) ([]train.Game, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := train.ReadGames(bufio.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return games, nil
}
