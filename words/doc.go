// Package words holds everything the bot says, in every language.
//
// Each message is a struct, and its fields fill the gaps in the sentence. The sentence
// itself is in a file for each language, under the name of the struct, in the format
// of go-i18n that translators' tools know:
//
//	[Played]
//	description = "Somebody made a move."
//	other = "{{.Player}}: {{bold .Square}}, flips {{.Flips}}."
//
// A field in braces is a slot. A language is free in the order of its words, but each
// message is whole sentences, never a piece of one. Beside slots, braces hold
//
//	{{bold .Square}} {{bold "not"}}  words that matter
//	{{command "start bot"}}          what to send as a command; the same in all languages
//	{{code "board:"}}                what to type as it stands; the same in all languages
//
// and several of them one after the other, which are joined: {{command "load " .Moves}}.
// A name of our own at the beginning of a sentence gets a capital letter. A message
// with a [Count] has the plural forms of its language, which the count chooses.
//
// What somebody typed is repeated only if it is short and harmless. For everything else
// there is a message of its own, whose name ends in Unsaid: nothing is put in its place.
//
// VerbWords, ValueWords and FillerWords list what people type in each language, of which all
// are understood everywhere. LanguageName and Beta are about the file itself.
//
// The structs are generated from the English file, whose head says what slots hold: a new
// sentence is an entry there and in each translation, and go generate ./words.
//
// A language is read when it is first asked for, and a message of it when it is first said,
// for few are in a place. The tests refuse a language that lacks a message, a slot or a
// plural form, or has one too many. A [Language] may be used concurrently.
//
// The package must never decide what is said, to whom or when: that is for the bot. It
// must never contain markup of a platform, nor be imported by an adapter.
package words

//go:generate go run ./internal/generate
