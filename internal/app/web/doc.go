// Package web runs the bot's HTTP servers. [Listen] limits the time and memory that each client can
// take, and shuts down gracefully. [Routes] adds the health checks.
//
// It must never interpret the requests: their handlers come from the platforms and the metrics.
package web
