package chat

// Command declares a command that adapters register with their platforms.
type Command struct {
	Name       string
	Help       string       // one line, at most 100 characters
	HelpIn     Translations // translations of Help
	Parameters []Parameter
	Shortcuts  []Shortcut
}

// Shortcut offers a command in the menu of a person or of a message, where platforms have such menus.
type Shortcut struct {
	Label    string // at most 24 characters, unique among shortcuts
	Menu     Menu
	Argument string     // name of the argument for the person or the text of the message; empty if unused
	Args     []Argument // further arguments
}

// Menu is the kind of menu that holds a shortcut.
type Menu uint8

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
	Complete bool                    // completions offer values that depend on the game
	Min, Max int                     // bounds of an integer
	Threads  bool                    // offered only on platforms that have threads
}

// Translations returns the translations of a text, by BCP 47 tag.
type Translations func() map[string]string

// In calls t. It returns nil if t is nil.
func (t Translations) In() map[string]string {
	if t == nil {
		return nil
	}
	return t()
}

// ParameterType is the type of an argument.
type ParameterType uint8

const (
	TypeText ParameterType = iota
	TypeUser
	TypeInteger
	TypeFlag // "true" or "false"
	TypeRest // text, up to the end of the line
)
