// Package train makes the weights of package engine. A [Player] plays the engine against
// itself and makes a [Sample] of each position. [Fit] fits [Weights] to samples, and [Measure]
// measures their errors. TRAINING.md, in the folder of engine, lists the commands.
//
// The same settings, seeds and samples give the same bytes, for any number of workers
// ([InOrder]). The package must never become part of a bot, read a clock, or use
// randomness except from the given seeds.
package train
