package parse

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// timeNames lists the words that occur in times of day, in all languages, by meaning.
//
//go:embed times.txt
var timeNames string

type timeWord struct{ text, meaning string }

// timeWords returns all time words, longest first.
var timeWords = sync.OnceValue(func() (list []timeWord) {
	for line := range strings.Lines(timeNames) {
		meaning, texts, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for text := range strings.SplitSeq(texts, ", ") {
			list = append(list, timeWord{plainTime(text), meaning})
		}
	}
	slices.SortStableFunc(list, func(a, b timeWord) int { return len(b.text) - len(a.text) })
	return list
})

func plainTime(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Cf) || strings.ContainsRune("'’", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}

const longestTime = 60 // bytes

// TimeOfDay parses a time such as 09:00, 9.00, 9pm, 21h30, 21 Uhr or noon. It returns the minute as
// [game.Daily] counts it, with 0 for "off".
func TimeOfDay(typed string) (minute int, ok bool) {
	if len(typed) > longestTime {
		return 0, false
	}
	text := strings.TrimSpace(plainTime(typed))
	if text == "off" {
		return 0, true
	}
	var t clockTime
	for text != "" {
		rest, ok := t.read(text)
		if !ok {
			return 0, false
		}
		text = strings.TrimLeft(rest, " .,")
	}
	return t.minute()
}

type clockTime struct {
	numbers []string
	half    bool   // adds thirty minutes
	part    string // part of the day, such as "pm" or "noon"
}

// read parses the next part of a time and returns the rest of the text.
func (t *clockTime) read(text string) (rest string, ok bool) {
	if digits := len(text) - len(strings.TrimLeft(text, "0123456789")); digits > 0 {
		t.numbers = append(t.numbers, text[:digits])
		rest = text[digits:]
		if next := strings.TrimLeft(rest, ":."); strings.IndexAny(next, "0123456789") == 0 {
			rest = next
		}
		return rest, true
	}
	for _, w := range timeWords() {
		rest, ok := strings.CutPrefix(text, w.text)
		last, _ := utf8.DecodeLastRuneInString(w.text)
		next, _ := utf8.DecodeRuneInString(rest)
		if !ok || last < unicode.MaxLatin1 && unicode.IsLetter(next) && next < unicode.MaxLatin1 {
			continue // the text has a longer word that only begins like this one
		}
		switch {
		case w.meaning == "hour", w.meaning == "minute":
			if len(t.numbers) == 0 {
				continue
			}
		case w.meaning == "half":
			t.half = true
		case w.meaning != "nothing" && t.part != "":
			return "", false
		case w.meaning != "nothing":
			t.part = w.meaning
		}
		return rest, true
	}
	return "", false
}

// minute returns the minute as [game.Daily] counts it.
func (t *clockTime) minute() (int, bool) {
	hour, minute, ok := t.clock()
	switch t.part {
	case "noon", "midnight":
		if len(t.numbers) > 0 && (!ok || hour != 12) || minute > 0 || t.half {
			return 0, false
		}
		if hour, ok = 12, true; t.part == "midnight" {
			hour = 0
		}
	case "am", "pm":
		if hour == 0 || hour > 12 {
			return 0, false
		}
		if hour %= 12; t.part == "pm" {
			hour += 12
		}
	case "morning":
		hour %= 12
	case "afternoon":
		hour = hour%12 + 12
	case "night":
		if hour >= 5 && hour < 12 {
			hour += 12
		} else if hour == 12 {
			hour = 0
		}
	}
	if hour == 24 && minute == 0 {
		hour = 0
	}
	return hour*60 + minute + 1, ok && hour < 24
}

// clock returns the hour and the minute that the numbers give. It ignores the part of the day.
func (t *clockTime) clock() (hour, minute int, ok bool) {
	numbers := t.numbers
	if len(numbers) == 1 && len(numbers[0]) == 4 {
		numbers = []string{numbers[0][:2], numbers[0][2:]}
	}
	if t.half {
		numbers = append(slices.Clone(numbers), "30")
	}
	if len(numbers) == 3 && numbers[2] == "00" && !t.half {
		numbers = numbers[:2]
	}
	if len(numbers) == 0 || len(numbers) > 2 || len(numbers[0]) > 2 {
		return 0, 0, false
	}
	hour, _ = strconv.Atoi(numbers[0])
	if len(numbers) == 2 {
		minute, _ = strconv.Atoi(numbers[1])
		ok = len(numbers[1]) == 2
	}
	return hour, minute, (ok || len(numbers) == 1) && hour <= 24 && minute < 60
}
