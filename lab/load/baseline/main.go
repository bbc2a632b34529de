// Command baseline answers every signed request as fast as possible. It answers an interaction with
// the JSON from its standard input, and every other request with an empty body. A comparison with it
// shows which part of an answer's time is the bot's own.
//
// If JOURNAL names a file, it first syncs 4 KiB to that file, as a bot that must not lose a move has
// to. It must never do more than that and check the signature: any extra work would make the bot look faster.
package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	if os.Getenv("DISCORD_MODE") == "gateway" {
		answer, err := io.ReadAll(os.Stdin)
		if err != nil {
			log.Fatal(err)
		}
		overGateway(os.Getenv("DISCORD_API_URL"), os.Getenv("DISCORD_TOKEN"), answer)
	}
	mux := http.NewServeMux()
	if text := os.Getenv("DISCORD_PUBLIC_KEY"); text != "" {
		key, err := hex.DecodeString(text)
		if err != nil || len(key) != ed25519.PublicKeySize {
			log.Fatalf("DISCORD_PUBLIC_KEY is no key: %v", err)
		}
		answer, err := io.ReadAll(os.Stdin)
		if err != nil {
			log.Fatal(err)
		}
		mux.Handle("POST /discord/", interactions(key, answer))
	}
	if secret := os.Getenv("SLACK_SIGNING_SECRET"); secret != "" {
		mux.Handle("POST /slack/", acknowledgements([]byte(secret)))
	}
	handler := http.Handler(mux)
	if name := os.Getenv("JOURNAL"); name != "" {
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			log.Fatal(err)
		}
		handler = journaled(mux, file)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintf(os.Stderr, "listening address=%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, handler))
}

// journaled writes and syncs a page of the file before next answers.
func journaled(next http.Handler, file *os.File) http.Handler {
	page := make([]byte, 4<<10)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := file.Write(page); err != nil {
			log.Fatal(err)
		}
		if err := file.Sync(); err != nil {
			log.Fatal(err)
		}
		next.ServeHTTP(w, r)
	})
}
