// Package metrics counts and times actions, commits and platforms for the operator. [New] returns
// [Metrics]. Its methods wrap the handler, the store and the engine, and Handler serves the page that
// Prometheus scrapes.
//
// No label may ever hold an ID or anything that users type. So the number of time series never grows
// with use.
package metrics
