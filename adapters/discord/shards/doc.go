// Package shards divides the shards of a bot among the processes that serve it. It uses leases:
// each process has a lease as a member, and each shard has a lease.
//
// Make an [Allocator] with [New] and call [Allocator.Run]: it calls [Config.Serve] for each
// shard that this process has to serve.
//
// Every member reads the leases once a second and computes its own fair share. A member with
// more shards gives some back; a member with fewer takes free ones, given back by other members
// or left by dead ones. All members compute from the same leases, and the shares add up to all
// shards, so the shards soon stop moving. A member that stops announces it first and waits
// until the others look for its shards. A shard is then unserved for only a fraction of a
// second.
//
// The package must never know how a shard is connected, or where the leases are kept.
package shards
