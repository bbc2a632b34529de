package words

// valueNames are what values of settings are called that are not called as they are typed.
var valueNames = map[string]Message{
	"late": LateChoice{}, "now": NowChoice{}, "on": ValueOn{}, "off": ValueOff{}, "words": WordsChoice{},
	"tiles": TilesTheme{}, "moon": MoonTheme{}, "vivid": VividTheme{}, "classic": ClassicTheme{},
}

// Value says the value of a setting in the language.
func (l *Language) Value(value string) string {
	if name, ok := valueNames[value]; ok {
		return l.String(name)
	}
	return value
}
