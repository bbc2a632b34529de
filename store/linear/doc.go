// Package linear tests the answers that many users get at once. Deliveries may reach any process,
// late and more than once. For each place there must be one order of all requests that explains
// every answer. In this order no request takes effect before it is made or after it is answered.
// Porcupine (https://github.com/anishathalye/porcupine) searches for that order.
//
// The package holds tests only: programs must never import it.
package linear
