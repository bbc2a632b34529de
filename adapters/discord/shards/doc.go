// Package shards divides the shards of a bot among the processes that serve it, by
// leases: one for each process, a member, and one for each shard.
//
// Every member looks at the leases once a second and works out by itself what its
// fair share is. A member with more than that gives some back, one with less takes what is
// free: what others gave back, and what members that are gone have left. As all
// go by the same leases, and the shares add up to all shards, this comes to rest. A
// member that ends says so first, and gives its shards back once the others look out
// for them, so that a shard is without a member for a fraction of a second.
//
// The package must never know how a shard is connected, nor what keeps the leases.
package shards
