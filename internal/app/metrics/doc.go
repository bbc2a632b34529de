// Package metrics keeps the figures that an operator watches, of actions, commits and
// platforms, and the page on which Prometheus reads them.
//
// No label may ever hold an id or anything that people type, so that the number of
// figures never grows with use.
package metrics
