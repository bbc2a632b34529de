// Package notice appends the operator's notice, such as a planned restart, to each user's next answer,
// once. [Post] and [Remove] change the notice in the store; an [Announcer] shows it.
//
// It must never delay or lose an answer: if the notice cannot be read, the answer goes out without it.
package notice
