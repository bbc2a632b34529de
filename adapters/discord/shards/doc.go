// Package shards divides the shards of a bot among the processes that serve it, by leases of
// processes and of shards. Make an [Allocator] with [New] and call [Allocator.Run]: it calls
// [Config.Serve] for each shard that this process has to serve.
//
// Every member reads the leases at least once a second and computes its own fair share. A member with
// more shards gives some back; a member with fewer takes free ones, given back by other members
// or left by dead ones. The shares add up to all shards, so the shards soon stop moving. A member that
// stops announces it first, so that its shards are unserved only briefly.
//
// The package must never know how a shard is connected, or where the leases are kept.
package shards
