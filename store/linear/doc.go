// Package linear holds tests of what many people at once are told: whichever
// process answers them, and however often and late their deliveries come, there
// must be one order of all that happened in a place that explains every answer,
// in which nothing takes effect before it is asked or after it is answered.
// Porcupine (https://github.com/anishathalye/porcupine) looks for that order.
//
// Here is no code for programs, and there never must be.
package linear
