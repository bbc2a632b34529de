package words

// What commands and their arguments are for; at most 100 characters. What each says stands in active.en.toml.
type (
	StartHelp            struct{ sentence }
	StartOpponentHelp    struct{ sentence }
	StartWithHelp        struct{ sentence }
	StartColorHelp       struct{ sentence }
	StartLevelHelp       struct{ sentence }
	StartThreadHelp      struct{ sentence }
	MoveHelp             struct{ sentence }
	MoveSquareHelp       struct{ sentence }
	BoardHelp            struct{ sentence }
	ShowAsText           struct{ sentence }
	LoadThisGame         struct{ sentence }
	ChallengeToOthello   struct{ sentence }
	BoardFormatHelp      struct{ sentence }
	CheckHelp            struct{ sentence }
	CheckSquareHelp      struct{ sentence }
	CheckColorHelp       struct{ sentence }
	CheckBoardHelp       struct{ sentence }
	HintHelp             struct{ sentence }
	UndoHelp             struct{ sentence }
	ResignHelp           struct{ sentence }
	StopHelp             struct{ sentence }
	HistoryHelp          struct{ sentence }
	HistoryGameHelp      struct{ sentence }
	HistoryShowHelp      struct{ sentence }
	StatsHelp            struct{ sentence }
	StatsPlayerHelp      struct{ sentence }
	GamesHelp            struct{ sentence }
	LoadHelp             struct{ sentence }
	LoadMovesHelp        struct{ sentence }
	ReviewHelp           struct{ sentence }
	ReviewMovesHelp      struct{ sentence }
	SettingsHelp         struct{ sentence }
	SettingsThemeHelp    struct{ sentence }
	SettingsPingsHelp    struct{ sentence }
	SettingsLanguageHelp struct{ sentence }
	HelpHelp             struct{ sentence }
	HelpTopicHelp        struct{ sentence }
	AcceptHelp           struct{ sentence }
	ChallengerHelp       struct{ sentence }
	DeclineHelp          struct{ sentence }
	JoinHelp             struct{ sentence }
	RematchHelp          struct{ sentence }
	MovesHelp            struct{ sentence }
	MovesColorHelp       struct{ sentence }
	RulesHelp            struct{ sentence }
	PrivacyHelp          struct{ sentence }
	ForgetHelp           struct{ sentence }
)
