package app

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// editor reads lines at a terminal, with a prompt, keys to edit, the lines before, and
// completion. What is written through it leaves the line being typed as it is.
type editor struct {
	*term.Terminal
	rest string // of the last line, to be read yet
}

// newEditor makes an editor on a terminal in raw mode. Whoever presses the tabulator has
// the word before the cursor completed as far as the words that complete gives for it
// agree.
func newEditor(terminal io.ReadWriter, complete func(word string) []string) *editor {
	e := &editor{Terminal: term.NewTerminal(terminal, "> ")}
	e.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		begin := strings.LastIndexAny(line[:at], " :[") + 1
		word := shared(complete(line[begin:at]))
		if len(word) < at-begin {
			return line, at, true
		}
		return line[:begin] + word + line[at:], begin + len(word), true
	}
	return e
}

// Read implements [io.Reader]: it gives lines as they are entered, and [io.EOF] once
// somebody has pressed Ctrl-C or Ctrl-D.
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

// shared is how all words begin, in any case of the letters; empty for no words.
func shared(words []string) string {
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

// edited has a terminal edited, until restore is called. It is false for a terminal that
// cannot be, which then reads lines as it does by itself.
func edited(in, out *os.File, complete func(word string) []string) (e *editor, restore func(), ok bool) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, nil, false
	}
	e = newEditor(struct {
		io.Reader
		io.Writer
	}{in, out}, complete)
	if width, height, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
		_ = e.SetSize(width, height) // an error would be one of writing, which comes again
	}
	return e, func() { _ = term.Restore(int(in.Fd()), before) }, true
}
