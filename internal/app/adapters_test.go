package app

import (
	"bytes"
	"html"
	"image"
	_ "image/gif"
	_ "image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/gallery"
	"othellobot/internal/app/metrics"
	"othellobot/render"
)

// The drawings in the documents show the bot's current texts, controls and board. Tests of package
// render check the tiles' appearance.
func TestDrawings(t *testing.T) {
	for name, mode := range soloModes {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", "docs", name+".svg")
			drawing, err := os.ReadFile(file)
			must(t, err)
			_, panels, _ := strings.Cut(string(drawing), "</defs>")
			synctest.Test(t, func(t *testing.T) {
				m := newBubble(t, mode, func(s *bubble) { s.tiles = true }).channel(name, 0)
				time.Sleep(time.Minute) // until the tiles are uploaded
				for _, line := range []string{
					"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: move square:f5", "bo: move square:d6", "ana: move square:c4", "bo: move square:d3",
				} {
					m.act(t, line)
				}
				says, board := m.newest()
				for _, panel := range strings.SplitAfter(panels, "</g>")[:2] { // dark and light
					if drawn := drawnWords(panel); !strings.HasSuffix(drawn, says) || len(drawn) > len(says)+len("othellobot14:20") {
						t.Errorf("%s says %q, and the bot %q", file, drawn, says)
					}
					var cells []string
					for _, use := range regexp.MustCompile(`<use href="#(\w+)"`).FindAllStringSubmatch(panel, -1) {
						cells = append(cells, use[1])
					}
					if !slices.Equal(pattern(cells), pattern(board)) {
						t.Errorf("%s shows the board %v, and the bot %v", file, cells, board)
					}
				}
			})
		})
	}
}

var (
	textForm = regexp.MustCompile(`<text [^>]*>(.*?)</text>`)
	tagForm  = regexp.MustCompile(`<[^>]*>`)
	cellForm = regexp.MustCompile(`:\w+:|\d\x{fe0f}\x{20e3}|[^\s\x{200b}]`)
)

func drawnWords(panel string) (text string) {
	for _, found := range textForm.FindAllStringSubmatch(panel, -1) {
		text += html.UnescapeString(tagForm.ReplaceAllString(found[1], ""))
	}
	return strings.Join(strings.Fields(text), "")
}

// newest returns the text and controls of Ana's newest message, without white space, and the cells of
// its board.
func (m channel) newest() (says string, board []string) {
	seen := m.Seen("ana")
	message := seen[len(seen)-1]
	for line := range strings.Lines(message.Text) {
		if strings.HasPrefix(line, "🔳") || len(board) > 0 && len(board) < 81 {
			board = append(board, cellForm.FindAllString(line, -1)...)
		} else {
			says += line
		}
	}
	offered := ""
	for _, c := range message.Controls {
		if c.Select == "" {
			says += c.Label
		} else if c.Select != offered {
			offered = c.Select
			says += offered
		}
	}
	return strings.Join(strings.Fields(says), ""), board
}

// pattern replaces each item with the index of its first occurrence.
func pattern(of []string) (numbers []int) {
	for _, one := range of {
		numbers = append(numbers, slices.Index(of, one))
	}
	return numbers
}

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

// The board in the chat has a link to a page that shows the game, even from a restarted program. The
// page follows the game, and names neither people nor their workspace.
func TestPagesOfGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newBubble(t, modes{slack: "oauth"})
		room := s.slack.Channel("room")
		say := func(user, words string) {
			s.slack.Command(room, user, words)
			time.Sleep(time.Second)
			synctest.Wait()
		}
		link := func() string {
			all := s.slack.Messages(room, "ana")
			for _, block := range all[len(all)-1].Blocks {
				elements, _ := block["elements"].([]any)
				for _, e := range elements {
					if address, ok := e.(map[string]any)["url"].(string); ok {
						return address
					}
				}
			}
			t.Fatal("the board has no link")
			return ""
		}
		get := func(address string) (string, int) {
			w := httptest.NewRecorder()
			s.handlers["/g/"].ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
			return w.Body.String(), w.Code
		}
		say("ana", "start")
		say("ana", "d3")
		first := link()
		say("bo", "c3")
		if again := link(); again != first || len(first) > 512 {
			t.Errorf("the links are %s and %s", first, again)
		}
		text, status := get(first)
		for _, want := range []string{`class="whl" data-key="c3"`, "Black – White", "<b>White</b>: <b>c3</b>", `og:image" content="` + ownURL + gallery.Path} {
			if status != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("there is no %s in the page, %d:\n%s", want, status, text)
			}
		}
		for _, secret := range []string{s.slack.User("ana"), s.slack.User("bo"), s.slack.TeamID, room.Channel} {
			if strings.Contains(text, secret) {
				t.Errorf("the page shows %s", secret)
			}
		}
		if text, status := get(first + "?ply=1"); status != http.StatusOK || !strings.Contains(text, `class="bkl" data-key="d3"`) {
			t.Errorf("the first move is shown by %d\n%s", status, text)
		}
		say("ana", "stop")
		s.stop()
		synctest.Wait()
		s.start()
		if text, status := get(first); status != http.StatusOK || strings.Contains(text, `"side turn"`) {
			t.Errorf("after the end the page is %d\n%s", status, text)
		}
		if _, status := get(first[:len(first)-1]); status != http.StatusNotFound {
			t.Errorf("a cut link is answered %d", status)
		}
	})
}

// Processes that share a store accept each other's URLs of pictures and games. A process with another
// store refuses them.
func TestPublicPagesShareAKey(t *testing.T) {
	pagesOf := func(url string) [2]string {
		p := configured(t, map[string]string{"PUBLIC_URL": "https://bot.example", "DATABASE_URL": url})
		db, err := p.openStore(t.Context())
		must(t, err)
		defer db.Close()
		pictures, games, err := p.publicPages(t.Context(), db)
		must(t, err)
		return [2]string{pictures.URL("T1", render.Curve{}), games.Address(chat.Place{Platform: "p"}, "abc")}
	}
	file := "sqlite:" + filepath.Join(t.TempDir(), "games.db")
	first, second := pagesOf(file), pagesOf(file)
	if other := pagesOf("memory:"); first != second || other[0] == first[0] || other[1] == first[1] {
		t.Errorf("the addresses are %s and %s, and elsewhere %s", first, second, other)
	}
	if pictures, games, err := (program{}).publicPages(t.Context(), nil); pictures != nil || games != nil || err != nil {
		t.Errorf("without a public address there is %v, %v, %v", pictures, games, err)
	}
}

func TestDiscordConfig(t *testing.T) {
	key := strings.Repeat("0123456789abcdef", 4)
	p := configured(t, map[string]string{
		"DISCORD_TOKEN": "token", "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": key, "DISCORD_GUILD_ID": "1", "DISCORD_API_URL": "http://127.0.0.1:1/api",
	})
	want := discord.Config{
		Token: "token", PublicKey: p.Discord.PublicKey, GuildID: "1", APIURL: "http://127.0.0.1:1/api",
		About: bot.Root(p.words), Commands: bot.Commands(p.words),
	}
	var got discord.Config
	p.platforms(nil, nil, nil, time.Now, metrics.New(), func(c discord.Config) *discord.Adapter {
		got = c
		return discord.New(c)
	}, nil)
	if got.Observer.Acknowledged == nil || got.Observer.Reconnecting == nil || got.Observer.Waited == nil || got.Observer.Works == nil {
		t.Errorf("its observer is %+v", got.Observer)
	}
	if got.Sentences("de").Done.String() != "Erledigt." {
		t.Errorf("in German it says %q", got.Sentences("de").Done)
	}
	if got.Now == nil || got.Log == nil {
		t.Error("it goes by another clock, or has no log")
	}
	got.Observer, got.Sentences, got.Now, got.Log = discord.Observer{}, nil, nil, nil
	said := cmp.Comparer(func(a, b chat.Translations) bool { return maps.Equal(a.In(), b.In()) })
	if diff := cmp.Diff(want.About, got.About, said) + cmp.Diff(want.Commands, got.Commands, said); diff != "" {
		t.Errorf("Discord gets other commands: %s", diff)
	}
	want.About, want.Commands, got.About, got.Commands = chat.Command{}, nil, chat.Command{}, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Discord gets %+v, want %+v", got, want)
	}
}
