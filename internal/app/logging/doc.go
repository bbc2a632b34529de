// Package logging writes the log that operators read: as text or JSON, to one
// writer, with every secret taken out of it that the configuration has or that
// looks like one.
//
// It must never be the only thing that keeps a secret out of the log, and never
// hold anything for others to change: a logger is made once and passed on.
package logging
