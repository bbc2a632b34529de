package words

// valueName returns what the value of a setting is called, nil if it is called as it is typed.
func valueName(value string) Message {
	switch value {
	case "late":
		return LateChoice{}
	case "now":
		return NowChoice{}
	case "on":
		return ValueOn{}
	case "off":
		return ValueOff{}
	case "tiles":
		return TilesTheme{}
	case "moon":
		return MoonTheme{}
	case "vivid":
		return VividTheme{}
	case "classic":
		return ClassicTheme{}
	case "words":
		return WordsChoice{}
	default:
		return nil
	}
}

// Value says the value of a setting in the language.
func (l *Language) Value(value string) string {
	if name := valueName(value); name != nil {
		return l.String(name)
	}
	return value
}
