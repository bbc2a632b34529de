// Package web answers HTTP for the bot: servers whose clients can take up only so
// much for so long, the questions about health, and an end that lets what was asked
// be answered.
//
// It must never know what is asked: the handlers come from the platforms and from
// the metrics.
package web
