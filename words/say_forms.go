package words

// Forms with one field. What each says stands in active.en.toml.
type (
	LoadFormTitle  struct{ sentence }
	LoadFormLabel  struct{ sentence }
	LoadFormSubmit struct{ sentence }
	MoveFormTitle  struct{ sentence }
	MoveFormLabel  struct{ sentence }
	MoveFormSubmit struct{ sentence }
)
