package words

// valueNames holds the names of settings' values, by value. Other values have the name that
// users type.
var valueNames = map[string]Message{
	"late": LateChoice{}, "now": NowChoice{}, "on": ValueOn{}, "off": ValueOff{}, "words": WordsChoice{},
	"tiles": TilesTheme{}, "moon": MoonTheme{}, "vivid": VividTheme{}, "classic": ClassicTheme{},
}

// Value returns the name of a setting's value in the language.
func (l *Language) Value(value string) string {
	if name, ok := valueNames[value]; ok {
		return l.String(name)
	}
	return value
}
