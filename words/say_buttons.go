package words

import (
	"othellobot/rules"
)

// Labels of buttons and menus; short. What each says stands in active.en.toml.
type (
	AcceptButton  struct{ sentence }
	DeclineButton struct{ sentence }
	AgreeButton   struct{ sentence }
	RefuseButton  struct{ sentence }
	JoinButton    struct{ sentence }
	HintButton    struct{ sentence }
	ResignButton  struct{ sentence }
	EngageButton  struct{ sentence }
	RematchButton struct{ sentence }
	ReviewButton  struct{ sentence }
	RecordButton  struct{ sentence }
	LevelButton   struct {
		sentence
		Level int
	}
	NextPageButton  struct{ sentence }
	PageBackButton  struct{ sentence }
	PlayOnButton    struct{ sentence }
	ShareButton     struct{ sentence }
	ClaimButton     struct{ sentence }
	ResignYesButton struct{ sentence }
	ResignNoButton  struct{ sentence }
	ForgetYesButton struct{ sentence }
	ThreadButton    struct{ sentence }
	OpenButton      struct{ sentence }
	OpenWithButton  struct {
		sentence
		Square rules.Square
	}
	SquareButton struct {
		sentence
		Square rules.Square
	}
	ShowButton      struct{ sentence }
	StopButton      struct{ sentence }
	BotButton       struct{ sentence }
	AnyoneButton    struct{ sentence }
	EverybodyButton struct{ sentence }
	RulesButton     struct{ sentence }
	CommandsButton  struct{ sentence }
	PlayBotButton   struct{ sentence }
	HelpButton      struct{ sentence }
	TypeMoveButton  struct{ sentence }
	ChooseMove      struct{ sentence }
	FlipsDetail     struct {
		sentence
		Flips Count
	}
	MoveChoice struct {
		sentence
		Square rules.Square
		Flips  Count
	}
)
