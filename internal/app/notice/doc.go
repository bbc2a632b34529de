// Package notice tells people beside the answer to what they do what those who run the bot
// have to say, such as when it will be restarted.
//
// It must never keep an answer from anybody: where no notice can be read, there is none.
package notice
