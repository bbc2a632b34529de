// Package train makes the weights that package engine evaluates boards by: it has
// engines play against themselves ([Player]), values the positions of their games and
// of others ([Sample]), fits [Weights] to them ([Fit]) and measures how far these are
// off ([Measure]). TRAINING.md, in the folder of engine, has the commands.
//
// The same settings, seeds and samples give the same bytes, whatever was asked before
// and however many work on them ([InOrder]).
// The package must never become part of a bot, read a clock, or use randomness other
// than from the seeds given.
package train
