// Command baseline answers every signed request with the JSON that it read from
// its standard input. It is what the bot is measured against: whatever the bot
// adds to an answer is the bot's own. It must never do more than check the
// signature, for all it does counts in the bot's favour.
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
	"strconv"
)

func main() {
	key, err := hex.DecodeString(os.Getenv("DISCORD_PUBLIC_KEY"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		log.Fatalf("DISCORD_PUBLIC_KEY is no key: %v", err)
	}
	answer, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintf(os.Stderr, "listening address=%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, handler(key, answer)))
}

func handler(key ed25519.PublicKey, answer []byte) http.Handler {
	length := strconv.Itoa(len(answer))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		signed := append([]byte(r.Header.Get("X-Signature-Timestamp")), body...)
		if err != nil || !ed25519.Verify(key, signed, signature) {
			http.Error(w, "wrong signature", http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", length)
		_, _ = w.Write(answer) // the client may have left
	})
}
