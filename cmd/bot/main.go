// Command bot plays Othello with the users of a chat channel.
//
// Without a configured platform it runs a local channel on standard input and output. It must never do
// more than call [app.Run] and exit.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "golang.org/x/crypto/x509roots/fallback" // root certificates, for machines that have none

	"othellobot/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // stop restores the default action, so that a second signal kills the process
	err := app.Run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	os.Exit(app.Exit(err, os.Stderr))
}
