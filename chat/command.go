package chat

// Command declares a command once, as data. Adapters register or document exactly this declaration,
// and the bot parses text with it.
type Command struct {
	Name       string
	Help       string       // one line, at most 100 characters
	HelpIn     Translations // translations of Help
	Parameters []Parameter
	Shortcuts  []Shortcut
}

// Shortcut offers a command in the menu of a person or of a message, on platforms that have such
// menus. Choosing it sends the command.
type Shortcut struct {
	Label    string // at most 24 characters, unique among shortcuts
	Menu     Menu
	Argument string     // name of the argument that receives the person, or the text of the message; empty if unused
	Given    []Argument // further arguments
}

// Menu is the kind of menu that holds a shortcut.
type Menu uint8

// Kinds of menus.
const (
	MenuPerson Menu = iota
	MenuMessage
)

// Parameter declares an argument of a command.
type Parameter struct {
	Name     string
	Help     string       // one line, at most 100 characters
	HelpIn   Translations // translations of Help
	Type     ParameterType
	Required bool
	Choices  []Choice                // the only values allowed, if any
	LabelsIn map[string]Translations // translations of the choices' labels, by value
	Complete bool                    // the choices depend on the game, and a completion returns them
	Min, Max int                     // bounds of an integer
	Threads  bool                    // useful only on platforms that have threads
}

// Translations returns a text in other languages, by BCP 47 tag. The call is slow, because it reads
// the languages. Nil means that there are no translations.
type Translations func() map[string]string

// In returns the text in each language, or nil if there are no translations.
func (t Translations) In() map[string]string {
	if t == nil {
		return nil
	}
	return t()
}

// ParameterType is the type of an argument.
type ParameterType uint8

// Types of arguments.
const (
	TypeText ParameterType = iota
	TypeUser
	TypeInteger
	TypeFlag // "true" or "false"
	TypeRest // text that takes the rest of the line
)
