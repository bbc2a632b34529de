package chat

// Command declares a command once, as data: adapters register or document
// exactly what is declared, and the bot parses text by the same declaration.
type Command struct {
	Name       string
	Help       string       // one line, at most 100 characters
	HelpIn     Translations // of it
	Parameters []Parameter
	Shortcuts  []Shortcut
}

// Shortcut offers a command in the menu of a person or of a message, on platforms that
// have such menus. Whoever chooses it has sent the command.
type Shortcut struct {
	Label    string // at most 24 characters, and no other's
	Menu     Menu
	Argument string     // which gets the person, or the text of the message; empty for none
	Given    []Argument // the others
}

// Menu says whose menu a shortcut is in.
type Menu uint8

// The menus.
const (
	MenuPerson Menu = iota
	MenuMessage
)

// Parameter declares an argument of a command.
type Parameter struct {
	Name     string
	Help     string       // one line, at most 100 characters
	HelpIn   Translations // of it
	Type     ParameterType
	Required bool
	Choices  []Choice                // the only values allowed, if any
	LabelsIn map[string]Translations // of the choices' labels, by value
	Complete bool                    // choices depend on the game and are asked for with a completion
	Min, Max int                     // of an integer
	Threads  bool                    // makes sense only on platforms that have threads
}

// Translations are a text in other languages, by BCP 47 tag. To ask for them takes a while,
// in which the languages are read. Nil: there are none.
type Translations func() map[string]string

// In is the text in each language.
func (t Translations) In() map[string]string {
	if t == nil {
		return nil
	}
	return t()
}

// ParameterType is the type of an argument.
type ParameterType uint8

// The types of arguments.
const (
	TypeText ParameterType = iota
	TypeUser
	TypeInteger
	TypeFlag // "true" or "false"
	TypeRest // text that takes all the rest of the line
)
