package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
)

// interactions answers every interaction that the key has signed with the same JSON,
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint.
func interactions(key ed25519.PublicKey, answer []byte) http.Handler {
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
