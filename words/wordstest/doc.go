// Package wordstest gives tests the English messages in the form that they quote. A
// sentence can then be improved without changing every test that looks for it.
//
// The package must never be imported except by tests. It must never hold a full sentence
// if tests look only for a part of it.
package wordstest
