// Package deadline says how much time everything has: a call of the store, so that one
// that is silent stops nobody, and an action of the bot, so that people are answered.
//
// It must never decide what comes of what is out of time: that is for whoever asked.
package deadline
