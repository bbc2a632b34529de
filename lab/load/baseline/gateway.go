package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// overGateway answers every interaction from the gateway with the same JSON,
// https://docs.discord.com/developers/events/gateway.
func overGateway(api, token string, answer []byte) {
	var info struct{ URL string }
	request, err := http.NewRequest(http.MethodGet, api+"/v10/gateway/bot", nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewDecoder(response.Body).Decode(&info); err != nil {
		log.Fatal(err)
	}
	_ = response.Body.Close()
	conn, _, err := websocket.DefaultDialer.Dial(info.URL+"/?v=10&encoding=json", nil)
	if err != nil {
		log.Fatal(err)
	}
	var mu sync.Mutex // guards writes
	send := func(op int, data any) {
		mu.Lock()
		defer mu.Unlock()
		if err := conn.WriteJSON(map[string]any{"op": op, "d": data}); err != nil {
			log.Fatal(err)
		}
	}
	for {
		var frame struct {
			Op   int    `json:"op"`
			Seq  *int   `json:"s"`
			Type string `json:"t"`
			Data struct {
				HeartbeatInterval int `json:"heartbeat_interval"` // milliseconds
				ID, Token         string
			} `json:"d"`
		}
		if err := conn.ReadJSON(&frame); err != nil {
			log.Fatal(err)
		}
		switch {
		case frame.Op == 10: // hello
			every := time.Duration(frame.Data.HeartbeatInterval) * time.Millisecond
			go func() {
				for range time.Tick(every) {
					send(1, nil)
				}
			}()
			send(2, map[string]any{
				"token": token, "intents": 0, "shard": []int{0, 1},
				"properties": map[string]string{"os": "linux", "browser": "baseline", "device": "baseline"},
			})
		case frame.Type == "READY":
			fmt.Fprintln(os.Stderr, "listening address=nowhere")
		case frame.Type == "INTERACTION_CREATE":
			go func() {
				to := api + "/v10/interactions/" + frame.Data.ID + "/" + frame.Data.Token + "/callback?with_response=true"
				response, err := http.Post(to, "application/json", bytes.NewReader(answer))
				if err != nil {
					log.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, response.Body) // so that the connection is reused
				_ = response.Body.Close()
			}()
		}
	}
}
