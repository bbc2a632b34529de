// Package wordstest holds the English messages in the form that tests quote, so that a
// better sentence does not break every test that looks for the old one: quoted.toml holds
// the old one.
//
// The package must never be imported except by tests. quoted.toml must not hold a full
// sentence if tests look only for a part of it.
package wordstest
