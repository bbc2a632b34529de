// Package gateway keeps a bot connected to Discord's gateway, shard by shard. Make a [Gateway]
// with [New] and call [Gateway.Run]: it passes the JSON of interactions to [Config.Interaction].
//
// After a lost connection the package resumes at once, so that a control pressed in the gap still
// reaches the bot in time. It identifies again only when Discord has dropped the session, because
// Discord resets the token of a bot that identifies too often. Discordgo ignores close codes and
// identifies without a limit, so only its constants and its parsing of ids are used here.
//
// Several processes can share the shards of a bot; package shards assigns them by leases. The lease of a
// shard stores its session for the next holder. The lease of a bucket of shards makes the processes
// identify one after the other.
//
// The package must never log an address, a token or what a user sent.
package gateway
