package discord

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
	"othellobot/internal/logtest"
	"othellobot/render"
)

func answersTo(t *testing.T, m chat.Message, first func() *http.Response) (lines []string, log string) {
	synctest.Test(t, func(t *testing.T) {
		var said logtest.Buffer
		discord := &recorder{answer: func(line string) (*http.Response, error) {
			if strings.Contains(line, "/callback") {
				return first(), nil
			}
			return nil, nil
		}}
		a := prepared(&said, discord)
		end := a.intake.Open(t.Context(), answers(chat.Effect{Message: m}))
		a.fromGateway([]byte(typed()))
		end(time.Minute)
		synctest.Wait()
		lines, log = discord.lines(), said.String()
	})
	return lines, log
}

func patches(lines []string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "PATCH ") {
			n++
		}
	}
	return n
}

// If another process may have answered, its answer is not changed.
func TestAnotherAnswerIsNotIllustrated(t *testing.T) {
	for want, first := range map[int]func() *http.Response{
		1: func() *http.Response { return reply(http.StatusOK, `{}`) },
		0: func() *http.Response { return reply(http.StatusBadRequest, `{"code":40060}`) },
	} {
		if lines, _ := answersTo(t, cards("tiles").Replay(), first); patches(lines) != want {
			t.Errorf("%d pictures are sent, want %d: %q", patches(lines), want, lines)
		}
	}
}

type spoilt struct{ render.Picture }

func (spoilt) Draw() []byte { panic(botToken) }

func TestPicturesThatCannotBeDrawn(t *testing.T) {
	m := cards("tiles").End()
	m.Picture.Image = spoilt{m.Picture.Image}
	lines, log := answersTo(t, m, func() *http.Response { return reply(http.StatusOK, `{}`) })
	if len(lines) != 1 || patches(lines) != 0 {
		t.Errorf("sent %q", lines)
	}
	if !strings.Contains(log, "a picture is left out") || strings.Contains(log, botToken) {
		t.Errorf("the log says %s", log)
	}
}

// A picture replaces the board, and leaves room for the full footer.
func TestPicturesMakeRoom(t *testing.T) {
	a, m := prepared(&logtest.Buffer{}, &recorder{}), cards("tiles").End()
	m.Board.Theme = render.Theme{Name: tilesTheme}
	full := "Opening: Tiger · Moves: " + strings.Repeat("f5", 60) + "."
	m.Footers = []chat.Text{chat.Say(full), chat.Say("60 moves")}
	with := a.encoder.pictured(t.Context(), m)
	if !strings.Contains(with.Content, full) || strings.Contains(with.Content, "<:") {
		t.Errorf("with its picture the card is\n%s", with.Content)
	}
	if bare := with.bare().Content; strings.Contains(bare, full) || !strings.Contains(bare, "<:") {
		t.Errorf("without its picture the card is\n%s", bare)
	}
}

// Users known from earlier interactions are named on a card.
func TestPlayersAreNamed(t *testing.T) {
	a, m := prepared(&logtest.Buffer{}, &recorder{}), cards("tiles").SharedReview()
	ana, bo := userID(anaID), userID(boID)
	m.Picture.Players = [2]*chat.UserID{&ana, &bo}
	card := m.Picture.Image.(render.Card)
	if got := a.encoder.pictured(t.Context(), m).upload.data; !bytes.Equal(got, card.Draw()) {
		t.Error("a card names an unknown user")
	}
	a.fromGateway([]byte(typed()))
	card.Black.Name, _ = a.encoder.names.Get(anaID)
	if got := a.encoder.pictured(t.Context(), m).upload.data; card.Black.Name == "" || !bytes.Equal(got, card.Draw()) {
		t.Errorf("%q is not named, or another", card.Black.Name)
	}
}

// If Discord refuses a picture or fails on it, the message arrives without it.
func TestPicturesFail(t *testing.T) {
	for name, fails := range map[string]func(*http.Request) (*http.Response, error){
		"too large": always(413, `{"code":40005}`), "not allowed": always(403, `{"code":50013}`), "not valid": always(400, `{"code":50035}`),
		"no server": always(502, ""), "no answer": hanging, "a broken line": failing(syscall.ECONNRESET),
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord := &recorder{script: []func(*http.Request) (*http.Response, error){func(q *http.Request) (*http.Response, error) {
				if strings.HasPrefix(q.Header.Get("Content-Type"), "multipart/") {
					return fails(q)
				}
				return reply(200, `{"id":"`+otherID+`"}`), nil
			}}}
			h := answers()
			edit := shown(chat.Edit, cards("moon").End())
			edit.Ref, edit.Subject.Slot = ref{channel: channelID, message: boardID}.messageRef(), chat.SlotPing
			deliver(endpoint(t, discord, h), here, shown(chat.Post, cards("moon").End()), edit)
			if got := reported(h); len(got) != 2 {
				t.Errorf("reported %v", outcomes(h))
			}
			for _, line := range []string{"POST " + theChannel, "PATCH " + theChannel + "/" + boardID} {
				i := slices.IndexFunc(discord.calls, func(c call) bool { return c.line == line && c.kind == "application/json" })
				if i < 0 || !strings.Contains(discord.calls[i].body, "🌑") {
					t.Errorf("without its picture the message is not sent with its board: %q", discord.lines())
				}
			}
		})
	}
}

// If Discord refuses a file, the user alone gets the message without it, with the aside. A file that is too large is
// not sent at all.
func TestFilesFail(t *testing.T) {
	fake.Bubble(t, "refused", func(t *testing.T) {
		discord := &recorder{script: []func(*http.Request) (*http.Response, error){func(q *http.Request) (*http.Response, error) {
			if strings.HasPrefix(q.Header.Get("Content-Type"), "multipart/") {
				return reply(413, `{"code":40005}`), nil
			}
			return reply(200, `{"id":"`+otherID+`"}`), nil
		}}}
		a := prepared(&logtest.Buffer{}, discord)
		end := a.intake.Open(t.Context(), answers(chat.Effect{Message: cards("tiles").Kept()}))
		a.fromGateway([]byte(pressOf("o1:kept")))
		end(time.Minute)
		last := discord.calls[len(discord.calls)-1]
		if last.kind != "application/json" || !strings.Contains(last.body, "I cannot send files here.") || !strings.Contains(last.body, `"flags":64`) {
			t.Errorf("sent %q, at last %s", discord.lines(), last.body)
		}
	})
	a, m := prepared(&logtest.Buffer{}, &recorder{}), cards("tiles").Kept()
	m.File.Data = make([]byte, maxUpload+1)
	if p := a.encoder.pictured(t.Context(), m); p.upload != nil || !strings.Contains(p.Content, "I cannot send files here.") {
		t.Errorf("a file that is too large leads to %q", p.Content)
	}
}
