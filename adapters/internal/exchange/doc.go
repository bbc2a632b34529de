// Package exchange holds what platform adapters share. An [Intake] runs a task for each delivery, an
// [Outbox] carries out effects, and a [Breaker] stops sending while the platform is down.
//
// From a press to the board:
//
//  1. The adapter decodes the press, and the [Intake] runs a task for it.
//  2. The handler commits the move and returns effects. The first of them, called the first
//     answer, shows the board.
//  3. Each place has a lane, a queue of effects. [Outbox.Turn] puts the first answer ahead of
//     those waiting. Between two first answers the lane sends one waiting effect.
//  4. The first answer replaces a Refresh of the same message that waits in the lane. If none
//     waits and the engine moves next, the answer waits for that move, for 300 ms at most.
//  5. A board that has changed since the commit is drawn again.
//  6. The adapter sends the board, and the outbox reports the outcome to the handler.
//  7. If the game has gone on, the handler answers with a Refresh, which waits in the lane.
//  8. The answer's other effects go to the end of the lane ([Outbox.Put]). So do the effects
//     of the engine and the clock.
//  9. When the turn of a Refresh comes, it is drawn from the store, sent and reported.
//  10. If a message did not arrive, or may arrive late, a timed task of the bot draws it again.
//
// A lane sends one effect at a time, to keep the versions of a message in order. The function next
// (lanes.go) decides how versions merge. Put rules about versions there, and rules about the order,
// pace and number of jobs into advance.
//
// The package must never hold anything specific to one platform. It knows about games only what
// package chat defines.
package exchange
