// Package words holds everything the bot says, in every language. [Load] finds the
// languages, and [Language.Text] formats messages.
//
// Each message is a struct. Its fields fill the slots of the sentence. Each language has
// a file with the sentences, by struct name. The files have the format of go-i18n, which
// translators' tools support:
//
//	[Played]
//	description = "Somebody made a move."
//	other = "{{.Player}}: {{bold .Square}}, flips {{.Flips}}."
//
// A field in braces is a slot. Translations may order their words freely, but each
// message is whole sentences, never a piece of one. Braces can also hold
//
//	{{bold .Square}} {{bold "not"}}  words that matter
//	{{command "start bot"}}          a command to send; the same in all languages
//	{{code "board:"}}                text to type exactly; the same in all languages
//
// and sequences of these, which are joined: {{command "load " .Moves}}. At the beginning
// of a sentence, built-in names such as the bot's get a capital letter. A message with a
// [Count] has the plural forms of its language; the count chooses the form.
//
// A user's text is repeated only if it is short and harmless. For other texts there is a
// separate message without the text. Its name ends in Unsaid.
//
// VerbWords, ValueWords and FillerWords list the words that users type in each language.
// All are understood everywhere. LanguageName and Beta describe the file itself.
//
// The structs are generated from the English file. The head of that file defines the
// types of slots. To add a sentence, add an entry there and in each translation, and run
// go generate ./words.
//
// A language is read at its first use, and each message at its first use, because a place
// uses few of them. The tests refuse a language with a missing or superfluous message,
// slot or plural form. A [Language] is safe for concurrent use.
//
// The package must never choose a message, its recipient or its time: the bot decides. It
// must never contain markup of a platform, or be imported by an adapter.
package words

//go:generate go run ./internal/generate
