// Package web runs the bot's HTTP servers. [Listen] bounds what each client can take up and for how
// long, and shuts down gracefully. [Routes] adds the health checks.
//
// It must never interpret the requests: their handlers come from the platforms and the metrics.
package web
