package words

// Messages is the list of all messages.
func Messages() []Message { return messages() }
