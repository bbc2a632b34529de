// Package exchange is the floor under the platform adapters: it lets in by HTTP
// what a platform has signed ([Verifier]), takes deliveries on and lets them end
// ([Intake]), calls the handler in such a way that nothing it does can end
// the process ([Ask], [Await]), and carries out the effects that follow an answer
// or that nobody asked for, in order, fairly and within bounds, each drawn when its turn
// has come ([Outbox]), over a way to the platform that gives up while the platform does
// not work ([Breaker]).
//
// The package must never hold anything of one platform, and knows of games only
// what package chat says.
package exchange
