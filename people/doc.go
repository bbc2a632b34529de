// Package people holds what is kept of a person wherever they play: what they have chosen, how they
// have done at the daily puzzles, which positions of their games they can practise, and on which
// lists of players who look for an opponent they are. Each kind is one document of the person, which
// changes by compare-and-swap over its version. What is kept of games, such as records and ratings,
// is in package game. The package must never know a database or a chat.
package people
