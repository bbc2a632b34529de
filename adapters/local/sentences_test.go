package local_test

import (
	"othellobot/adapters/local"
	"othellobot/chat"
)

var sentences = local.Sentences{
	Sorry:        chat.Say("Sorry, something went wrong here."),
	NoSuchButton: chat.Say("There is no such button that you can see."),
	NoSuchTime:   chat.Say("Time cannot move like that. Write (wait 90m) or (wait 25h)."),
}
