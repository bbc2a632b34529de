// Package gateway keeps a bot connected with Discord's gateway, shard by shard,
// and hands over the interactions that arrive, each as the JSON that was sent.
//
// discordgo speaks the protocol: it identifies and sends heartbeats. Whether and
// when it may is decided here, because discordgo by itself looks at no close
// code, waits without a limit, can lock itself up while it connects, and
// identifies as often as it likes, which costs the bot its token. So every
// session is used once and thrown away, and stands on a [net.Conn] of ours that
// reads what Discord says first and lets through what is harmless.
//
// The package must never know a command, a chat or a game, never resume a
// session, because interactions are too old after it, and never log an address,
// a token or what somebody sent.
package gateway
