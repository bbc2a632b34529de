// Package wordstest gives tests the English messages as they quote them, so that a sentence
// can be put better without a change of every test that looks for it.
//
// The package must never be imported but by tests, and never hold a sentence in full that
// tests only look for a part of.
package wordstest
