package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
)

// acknowledgements answers every request that the secret has signed with an empty body,
// https://docs.slack.dev/authentication/verifying-requests-from-slack.
func acknowledgements(secret []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		mac := hmac.New(sha256.New, secret)
		_, _ = io.WriteString(mac, "v0:"+r.Header.Get("X-Slack-Request-Timestamp")+":") // writing to a hash never fails
		_, _ = mac.Write(body)
		signature := "v0=" + hex.EncodeToString(mac.Sum(nil))
		if !hmac.Equal([]byte(signature), []byte(r.Header.Get("X-Slack-Signature"))) {
			http.Error(w, "wrong signature", http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}
