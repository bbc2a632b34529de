// Package gateway keeps a bot connected with Discord's gateway, shard by shard,
// and hands over the interactions that arrive, each as the JSON that was sent.
//
// A lost connection is resumed at once, so that what people press in the gap
// still arrives in time, and the bot identifies again only when Discord has
// dropped the session. How often a bot may identify is limited, and one that
// exceeds the limit loses its token. The package therefore speaks the protocol
// itself, over gorilla/websocket: discordgo looks at no close code, resumes at the
// wrong address, waits without a limit, and identifies as often as it likes. Only
// its constants and its reading of ids are used here.
//
// Processes may share the shards of a bot: package shards decides who has which, by
// leases. The lease of a shard keeps its session, by which the next one to have it
// resumes; Discord then closes the connection of the one before. The lease of a bucket
// of shards has the processes identify one after the other.
//
// The package must never know a command, a chat or a game, and never log an
// address, a token or what somebody sent.
package gateway
