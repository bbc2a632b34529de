package words

// What the bot could not do, for no fault of the person. What each says stands in active.en.toml.
type (
	MoveNotSaved struct{ sentence }
	NotSaved     struct{ sentence }
	SendAgain    struct{ sentence }
	PressAgain   struct{ sentence }
	ChooseAgain  struct{ sentence }
	MaybeSaved   struct{ sentence }
	WentWrong    struct{ sentence }
)
