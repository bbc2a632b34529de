// Command baseline answers every signed request as quickly as can be: an
// interaction with the JSON that it read from its standard input, all else with
// nothing. The bot is compared with it: any further time in an answer is the bot's own. It must
// never do more than check the signature, for all it does counts in the bot's favour; but where
// JOURNAL names a file it has appended 4 KiB to that on the disk before it answers, as whoever
// is to lose no move must.
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

// journaled has a page of the file on the disk before next answers.
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
