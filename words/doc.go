// Package words holds everything the bot says, in every language. [Load] returns the
// languages, and [Language.Text] formats messages.
//
// Each message is a struct whose fields fill the slots of a sentence. Each language has a
// file with the sentences, by struct name, in the format of go-i18n:
//
//	[Played]
//	description = "Somebody made a move."
//	other = "{{.Player}}: {{bold .Square}}, flips {{.Flips}}."
//
// A field in braces is a slot. Each language may put its slots in another order. Braces can
// also hold
//
//	{{bold .Square}} {{bold "not"}}  words in bold
//	{{command "start bot"}}          a command to send; the same in all languages
//	{{code "board:"}}                text to type exactly; the same in all languages
//	{{command "load " .Moves}}       texts and slots, joined
//
// At the beginning of a sentence, the names of the bot, sides and directions get a capital
// letter. The [Count] in a message chooses among the plural forms of its language.
//
// A message whose name ends in Unsaid is shown instead of one that repeats a user's text,
// if that text is not [Typed.Harmless].
//
// VerbWords, ValueWords and FillerWords list the words that users type. Users can type the
// words of any language everywhere. LanguageName and Beta describe the file's language.
//
// The structs are generated from the English file, whose head defines the types of slots.
// To add a sentence, add an entry to every language, and run go generate ./words.
//
// The package must never choose a message, its recipient or its time: the bot decides. It
// must never contain markup of a platform, or be imported by an adapter.
package words

//go:generate go run ./internal/generate
