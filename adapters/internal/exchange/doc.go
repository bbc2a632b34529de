// Package exchange is the floor under the platform adapters. [Verifier] lets in the HTTP
// requests that a platform has signed. [Intake] runs deliveries and lets them end. [Ask] and
// [Await] call the handler so that nothing it does can end the process. [Outbox] carries out
// effects in order, fairly and within bounds, and draws each when its turn comes. [Breaker]
// gives up while the platform does not work.
//
// From a press to the board:
//
//  1. The adapter decodes the press, and the [Intake] runs a task for it.
//  2. The handler commits the move and returns effects. The first answer shows the board.
//  3. [Outbox.Turn] puts the first answer at the head of the lane of its place, behind what
//     is being sent there. Between two first answers the lane sends one effect that waits.
//  4. If the engine moves next, the first answer holds the lane for 300 ms at most. It stands
//     for the Show of its message that waits in the lane.
//  5. A board that has changed since the commit is drawn again.
//  6. The adapter sends the board, and the outcome is reported to the handler.
//  7. If the game has gone on, the handler answers with a Show, which waits in the lane.
//  8. What follows the answer goes to the end of the lane ([Outbox.Put]), as does what
//     the engine and the clock do.
//  9. When its turn has come, a Show is drawn from what is stored, sent and reported.
//  10. What did not arrive, or may arrive late, the clock has drawn again.
//
// A lane sends one effect at a time. That keeps the order, and no two versions of a message
// are under way at once. What a lane does about a message is decided by next, a function of
// the message's state and of what happens: a new rule of sending goes there.
//
// The package must never hold anything of one platform, and knows of games only
// what package chat says.
package exchange
