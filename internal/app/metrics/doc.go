// Package metrics counts and times actions, commits and platforms for the operator. The methods of
// [Metrics] wrap the handler and the store. [Metrics.Handler] serves the page that Prometheus scrapes.
//
// No label may ever hold an ID or anything that users type. So the number of time series never grows
// with use.
package metrics
