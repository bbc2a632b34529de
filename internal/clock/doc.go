// Package clock tells the time and whether it can be believed.
//
// It is where wall time comes in. It must never decide what is not to be done at a
// wrong time: that is for those who ask.
package clock
