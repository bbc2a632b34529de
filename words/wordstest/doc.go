// Package wordstest holds the English messages in the form that tests quote. If a sentence
// changes that tests quote, quoted.toml keeps the old one, so that no test breaks.
//
// The package must never be imported except by tests. quoted.toml must not hold a full
// sentence if tests look only for a part of it.
package wordstest
