package slacktest

import (
	"regexp"
	"strings"
	"sync"
)

// shortcode matches the name of an emoji at the start of a text, anyShortcode anywhere. Neither matches
// a time such as 10:30:00.
var (
	shortcode    = regexp.MustCompile("^" + anyShortcode.String())
	anyShortcode = regexp.MustCompile(`:[a-z0-9_+'-]*[a-z+][a-z0-9_+'-]*:(:skin-tone-[2-6]:)?`)
)

// emoji returns the emoji of a shortcode, or its name in unusual brackets if it is unknown.
func emoji(code string) string {
	name := strings.Trim(code, ":")
	if picture, ok := pictures()[name]; ok {
		return picture
	}
	return "⟦" + name + "⟧"
}

// pictures maps names to emoji, as in https://github.com/iamcal/emoji-data.
var pictures = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"large_green_square": "🟩", "large_blue_square": "🟦", "large_yellow_square": "🟨", "black_large_square": "⬛",
		"white_large_square": "⬜", "black_circle": "⚫", "white_circle": "⚪", "red_circle": "🔴", "large_yellow_circle": "🟡",
		"new_moon": "🌑", "full_moon": "🌕", "new_moon_with_face": "🌚", "full_moon_with_face": "🌝",
		"white_square_button": "🔳", "black_square_button": "🔲", "one": "1️⃣", "two": "2️⃣", "three": "3️⃣", "four": "4️⃣",
		"five": "5️⃣", "six": "6️⃣", "seven": "7️⃣", "eight": "8️⃣", "smile": "😄",
		"alphabet-white-a": "A", "alphabet-white-b": "B", "alphabet-white-c": "C", "alphabet-white-d": "D",
		"alphabet-white-e": "E", "alphabet-white-f": "F", "alphabet-white-g": "G", "alphabet-white-h": "H",
	}
})

func shortcodes(text string) string {
	return anyShortcode.ReplaceAllStringFunc(text, emoji)
}
