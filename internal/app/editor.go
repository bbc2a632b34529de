package app

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// editor reads lines from a terminal, with a prompt, line editing, history and completion. Output
// written through it keeps the line being typed intact.
type editor struct {
	*term.Terminal
	rest string // unread part of the last line
}

// newEditor returns an editor on a terminal in raw mode. The Tab key completes the word before the
// cursor to the longest common prefix of the words that complete returns for it.
func newEditor(terminal io.ReadWriter, complete func(word string) []string) *editor {
	e := &editor{Terminal: term.NewTerminal(terminal, "> ")}
	e.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		begin := strings.LastIndexAny(line[:at], " :[") + 1
		word := commonPrefix(complete(line[begin:at]))
		if len(word) < at-begin {
			return line, at, true
		}
		return line[:begin] + word + line[at:], begin + len(word), true
	}
	return e
}

// Read returns entered lines, and [io.EOF] after Ctrl-C or Ctrl-D.
func (e *editor) Read(p []byte) (int, error) {
	for e.rest == "" {
		line, err := e.ReadLine()
		if err != nil && err != term.ErrPasteIndicator {
			return 0, err
		}
		e.rest = line + "\n"
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// commonPrefix returns the longest common prefix of the words, or "" if there are no words.
func commonPrefix(words []string) string {
	if len(words) == 0 {
		return ""
	}
	prefix := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix
}

// startEditing puts a terminal into editing mode until restore is called. It reports false if the
// terminal has no such mode.
func startEditing(in, out *os.File, complete func(word string) []string) (e *editor, restore func(), ok bool) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, nil, false
	}
	e = newEditor(struct {
		io.Reader
		io.Writer
	}{in, out}, complete)
	if width, height, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
		_ = e.SetSize(width, height) // the next write reports the error again
	}
	return e, func() { _ = term.Restore(int(in.Fd()), before) }, true
}
