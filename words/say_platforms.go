package words

// What the adapters have to say, and the pages of an installation. What each says stands
// in active.en.toml.
type (
	Sorry            struct{ sentence }
	Done             struct{ sentence }
	TooFast          struct{ sentence }
	MayNotOpenThread struct {
		sentence
		Permissions string
	}
	YouMayNotOpenThread struct {
		sentence
		Permissions string
	}
	ThreadOpened struct{ sentence }
	InThread     struct{ sentence }
	InMessages   struct{ sentence }
	MayNotSend   struct{ sentence }
	MayNotWrite  struct {
		sentence
		Permissions string
	}
	NameUntold struct {
		sentence
		Platform, Option string
	}
	GroupNamed   struct{ sentence }
	NoThreadHere struct{ sentence }
	InviteMe     struct {
		sentence
		Invite string
	}
	CannotBeInvited struct{ sentence }
	PlaysApart      struct{ sentence }
	ChannelArchived struct{ sentence }
	Uninstalled     struct {
		sentence
		Platform string
	}
	ShownLater struct {
		sentence
		Platform string
	}
	Starting struct {
		sentence
		Platform string
	}
	NotShown struct {
		sentence
		Platform string
	}
	NotInstalled struct {
		sentence
		Page string
	}
	PlaysInThread struct {
		sentence
		Player Person
	}
	InstallOutOfTurn struct {
		sentence
		Page string
	}
	NothingInstalled  struct{ sentence }
	InstallUnfinished struct {
		sentence
		Platform, Page string
	}
	Installed    struct{ sentence }
	NoSuchButton struct{ sentence }
	NoSuchTime   struct{ sentence }
)
