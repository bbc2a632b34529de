package words

// What people type, and the labels of what they choose from. What each says stands in
// active.en.toml.
type (
	VerbWords      struct{ sentence }
	ValueWords     struct{ sentence }
	ChannelChoice  struct{ sentence }
	EmojiChoice    struct{ sentence }
	TextChoice     struct{ sentence }
	WordsChoice    struct{ sentence }
	NotationChoice struct{ sentence }
	PrivacyChoice  struct{ sentence }
	ForgetChoice   struct{ sentence }
	LateChoice     struct{ sentence }
	NowChoice      struct{ sentence }
	OffChoice      struct{ sentence }
	About          struct{ sentence }
)
