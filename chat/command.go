package chat

// Command declares a command once, as data: adapters register or document
// exactly what is declared, and the bot parses text by the same declaration.
type Command struct {
	Name       string
	Help       string // one line, at most 100 characters
	Parameters []Parameter
}

// Parameter declares an argument of a command.
type Parameter struct {
	Name     string
	Help     string // one line, at most 100 characters
	Type     ParameterType
	Required bool
	Choices  []Choice // the only values allowed, if any
	Complete bool     // choices depend on the game and are asked for with a completion
	Min, Max int      // of an integer
	Threads  bool     // makes sense only on platforms that have threads
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
