package app

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/png"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack/slacktest"
	"othellobot/internal/app/config"
	"othellobot/internal/app/gallery"
	"othellobot/render"
)

func pictureOf(m slacktest.Message) string {
	for _, b := range m.Blocks {
		if address, ok := b["image_url"].(string); ok {
			return address
		}
	}
	return ""
}

func (s *bubble) fetch(address string) (format string, status int) {
	w := httptest.NewRecorder()
	s.handlers["GET "+gallery.Path].ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	_, format, _ = image.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
	return format, w.Code
}

// Slack can fetch the pictures of messages, even from a restarted program.
func TestSlackFetchesPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newBubble(t, modes{slack: "oauth"})
		s.slack.FetchPictures(func(address string) bool {
			_, status := s.fetch(address)
			return status == http.StatusOK
		})
		room := s.slack.Channel("room")
		say := func(user, words string) {
			s.slack.Command(room, user, words)
			time.Sleep(time.Second)
			synctest.Wait()
		}
		newest := func() slacktest.Message {
			all := s.slack.Messages(room, "ana")
			return all[len(all)-1]
		}
		say("ana", "start")
		say("ana", "d3")
		say("bo", "c3")
		say("ana", "history replay")
		if format, _ := s.fetch(pictureOf(newest())); format != "gif" {
			t.Errorf("the replay is a %q", format)
		}
		say("ana", "stop")
		end := pictureOf(newest())
		if format, _ := s.fetch(end); format != "png" {
			t.Errorf("the end is a %q", format)
		}
		s.slack.FetchPictures(func(string) bool { return false })
		say("ana", "board")
		if m := newest(); pictureOf(m) != "" || !strings.Contains(m.Shown, "d3c3") {
			t.Errorf("what Slack could not fetch a picture for is %q", m.Shown)
		}
		s.stop()
		synctest.Wait()
		s.start()
		if format, status := s.fetch(end); format != "png" {
			t.Errorf("of a later process the picture is a %q, %d", format, status)
		}
	})
}

// Processes that share a store accept each other's picture URLs. A process with another store refuses
// them.
func TestGalleriesShareAKey(t *testing.T) {
	curve := render.Curve{}
	galleryOf := func(url string) *gallery.Gallery {
		p := configured(t, map[string]string{"PUBLIC_URL": "https://bot.example", "DATABASE_URL": url})
		db, err := p.openStore(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		g, err := newGallery(t.Context(), p.Config, db.Installs)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	file := "sqlite:" + filepath.Join(t.TempDir(), "games.db")
	first, second := galleryOf(file).URL("T1", curve), galleryOf(file).URL("T1", curve)
	if other := galleryOf("memory:").URL("T1", curve); first != second || other == first {
		t.Errorf("the addresses are %s and %s, and elsewhere %s", first, second, other)
	}
	if g, err := newGallery(t.Context(), config.Config{}, nil); g != nil || err != nil {
		t.Errorf("without a public address there is %v, %v", g, err)
	}
}
