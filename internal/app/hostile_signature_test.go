package app

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// signedRequest is a request as a platform signs it. What is in it would change a game.
type signedRequest struct {
	url, contentType string
	body             []byte
	stamp, signature string // the values of the headers for time and signature
	header           http.Header
	method           string
	scheme
}

// scheme is how a platform signs.
type scheme struct {
	stampHeader, signatureHeader string
	before                       string // the digits of a signature
	sign                         func(stamp string, body []byte) string
	signOther                    func(stamp string, body []byte) string // with a key of somebody's own
}

// resign signs the request as it is now.
func (l *signedRequest) resign() { l.signature = l.sign(l.stamp, l.body) }

// dated signs the request as if it were sent at another time.
func (l *signedRequest) dated(stamp string) { l.stamp, l.signature = stamp, l.sign(stamp, l.body) }

// off is [signedRequest.dated] for so much later than now.
func (l *signedRequest) off(d time.Duration) {
	l.dated(strconv.FormatInt(time.Now().Add(d).Unix(), 10))
}

// digits changes the digits of the signature.
func (l *signedRequest) digits(change func(string) string) {
	l.signature = l.before + change(strings.TrimPrefix(l.signature, l.before))
}

// request makes an HTTP request of it.
func (l *signedRequest) request() *http.Request {
	r, err := http.NewRequest(l.method, l.url, bytes.NewReader(l.body))
	if err != nil {
		panic(err) // the test's own mistake
	}
	r.Header.Set("Content-Type", l.contentType)
	for key, value := range map[string]string{l.stampHeader: l.stamp, l.signatureHeader: l.signature} {
		if value != "" {
			r.Header.Set(key, value)
		}
	}
	for key, values := range l.header {
		r.Header[key] = append(slices.Clone(values), r.Header[key]...)
	}
	return r
}

// forgeries can be tried by somebody who does not have the key, or has a request
// that was signed for another time.
var forgeries = map[string]func(*signedRequest){
	"no signature":               func(l *signedRequest) { l.signature = "" },
	"no time":                    func(l *signedRequest) { l.stamp = "" },
	"neither":                    func(l *signedRequest) { l.signature, l.stamp = "", "" },
	"no digits":                  func(l *signedRequest) { l.digits(func(string) string { return "" }) },
	"a short signature":          func(l *signedRequest) { l.digits(func(d string) string { return d[:len(d)-2] }) },
	"half a byte less":           func(l *signedRequest) { l.digits(func(d string) string { return d[:len(d)-1] }) },
	"a long signature":           func(l *signedRequest) { l.digits(func(d string) string { return d + "00" }) },
	"twice the signature":        func(l *signedRequest) { l.digits(func(d string) string { return d + d }) },
	"no hex":                     func(l *signedRequest) { l.digits(func(d string) string { return "zz" + d[2:] }) },
	"zeros":                      func(l *signedRequest) { l.digits(func(d string) string { return strings.Repeat("0", len(d)) }) },
	"the highest digits":         func(l *signedRequest) { l.digits(func(d string) string { return strings.Repeat("f", len(d)) }) },
	"the first bit is flipped":   func(l *signedRequest) { l.digits(func(d string) string { return flipped(d, 0) }) },
	"the last bit is flipped":    func(l *signedRequest) { l.digits(func(d string) string { return flipped(d, len(d)-1) }) },
	"the other way round":        func(l *signedRequest) { l.digits(reversed) },
	"a word before it":           func(l *signedRequest) { l.signature = "Bearer " + l.signature },
	"a list of signatures":       func(l *signedRequest) { l.signature = strings.Repeat("0", 64) + "," + l.signature },
	"a wrong one before it":      func(l *signedRequest) { l.header.Set(l.signatureHeader, l.before+strings.Repeat("0", 64)) },
	"a wrong time before it":     func(l *signedRequest) { l.header.Set(l.stampHeader, "1") },
	"in another header":          func(l *signedRequest) { l.header.Set("Authorization", l.signature); l.signature = "" },
	"another's key":              func(l *signedRequest) { l.signature = l.signOther(l.stamp, l.body) },
	"of another body":            func(l *signedRequest) { l.signature = l.sign(l.stamp, []byte("{}")) },
	"of no time":                 func(l *signedRequest) { l.signature = l.sign("", l.body) },
	"of the body alone, doubled": func(l *signedRequest) { l.signature = l.sign(l.stamp, append(l.body, l.body...)) },
	"a bit of the body":          func(l *signedRequest) { l.body[len(l.body)/2] ^= 1 },
	"the first byte of it":       func(l *signedRequest) { l.body[0] ^= 0x80 },
	"a byte more":                func(l *signedRequest) { l.body = append(l.body, ' ') },
	"a line more":                func(l *signedRequest) { l.body = append([]byte("\r\n"), l.body...) },
	"a byte less":                func(l *signedRequest) { l.body = l.body[:len(l.body)-1] },
	"half of the body":           func(l *signedRequest) { l.body = l.body[:len(l.body)/2] },
	"no body":                    func(l *signedRequest) { l.body = nil },
	"a second later":             func(l *signedRequest) { l.stamp = later(l.stamp) },
	"a zero before the time":     func(l *signedRequest) { l.stamp = "0" + l.stamp },
	"a sign before the time":     func(l *signedRequest) { l.stamp = "+" + l.stamp },
	"a digit moved to the body": func(l *signedRequest) {
		n := len(l.stamp) - 1
		l.body = append([]byte(l.stamp[n:]), l.body...)
		l.stamp = l.stamp[:n]
	},
	"a byte moved to the time": func(l *signedRequest) { l.stamp += string(l.body[:1]); l.body = l.body[1:] },
	"301 s old":                func(l *signedRequest) { l.off(-301 * time.Second) },
	"301 s ahead":              func(l *signedRequest) { l.off(301 * time.Second) },
	"a day old":                func(l *signedRequest) { l.off(-24 * time.Hour) },
	"a day ahead":              func(l *signedRequest) { l.off(24 * time.Hour) },
	"of the year 1970":         func(l *signedRequest) { l.dated("0") },
	"of before 1970":           func(l *signedRequest) { l.dated("-1") },
	"of the end of time":       func(l *signedRequest) { l.dated("9223372036854775807") },
	"of the beginning of time": func(l *signedRequest) { l.dated("-9223372036854775808") },
	"beyond the end of time":   func(l *signedRequest) { l.dated("9223372036854775808") },
	"in milliseconds":          func(l *signedRequest) { l.dated(l.stamp + "000") },
	"with a fraction":          func(l *signedRequest) { l.dated(l.stamp + ".0") },
	"with an exponent":         func(l *signedRequest) { l.dated(l.stamp[:1] + "e8") },
	"a time in hex":            func(l *signedRequest) { l.dated("0x386d4380") },
	"a time in words":          func(l *signedRequest) { l.dated("now") },
	"a time that is no number": func(l *signedRequest) { l.dated("NaN") },
	"read by another method":   func(l *signedRequest) { l.method = http.MethodGet },
	"put by another method":    func(l *signedRequest) { l.method = http.MethodPut },
	"a method in a header": func(l *signedRequest) {
		l.header.Set("X-HTTP-Method-Override", http.MethodPost)
		l.method, l.signature = http.MethodDelete, ""
	},
}

// unusual are the forgeries that are not answered with 401.
var unusual = map[string]int{"read by another method": 405, "put by another method": 405, "a method in a header": 405}

func flipped(digits string, at int) string {
	change := "0"
	if digits[at] == '0' {
		change = "1"
	}
	return digits[:at] + change + digits[at+1:]
}

func reversed(digits string) string {
	all := []byte(digits)
	slices.Reverse(all)
	return string(all)
}

func later(stamp string) string {
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		panic(err) // the test's own mistake
	}
	return strconv.FormatInt(seconds+1, 10)
}

// forged are all forgeries of signedRequests.
func forged(signedRequests map[string]func(*target) signedRequest) (all []attack) {
	for _, kind := range slices.Sorted(maps.Keys(signedRequests)) {
		write := signedRequests[kind]
		for _, name := range slices.Sorted(maps.Keys(forgeries)) {
			forge := forgeries[name]
			status := http.StatusUnauthorized
			if other, ok := unusual[name]; ok {
				status = other
			}
			all = append(all, attack{name: kind + ": " + name, status: status, do: func(s *target) {
				l := write(s)
				forge(&l)
				s.send(l.request())
			}})
		}
	}
	return all
}

func discordSignatures() []attack {
	all := forged(map[string]func(*target) signedRequest{"a press": (*target).discordPress})
	return append(
		all,
		attack{name: "signed as on Slack", do: func(s *target) {
			l := s.discordPress()
			l.scheme = s.slackScheme()
			l.resign()
			s.send(l.request())
		}, status: http.StatusUnauthorized},
		attack{name: "a ping that nobody has signed", do: func(s *target) {
			l := s.discordPress()
			l.body, l.signature = []byte(`{"type":1}`), ""
			s.send(l.request())
		}, status: http.StatusUnauthorized},
	)
}

func slackSignatures() []attack {
	all := forged(slackLetters)
	signature := func(name string, change func(*signedRequest)) {
		for _, kind := range slices.Sorted(maps.Keys(slackLetters)) {
			all = append(all, attack{name: kind + ": " + name, do: func(s *target) {
				l := slackLetters[kind](s)
				change(&l)
				s.send(l.request())
			}, status: http.StatusUnauthorized})
		}
	}
	signature("another version", func(l *signedRequest) { l.signature = "v1" + l.signature[2:] })
	signature("no version", func(l *signedRequest) { l.signature = strings.TrimPrefix(l.signature, "v0=") })
	signature("a version in capitals", func(l *signedRequest) { l.signature = "V0" + l.signature[2:] })
	signature("an empty secret", func(l *signedRequest) { l.signature = slacktest.Sign("", l.stamp, l.body) })
	signature("the secret in capitals", func(l *signedRequest) {
		l.signature = slacktest.Sign("0123456789ABCDEF0123456789ABCDEF", l.stamp, l.body)
	})
	signature("a check of the certificate in the address", func(l *signedRequest) { l.url += "?ssl_check=1"; l.signature = "" })
	return append(
		all,
		attack{name: "a check of the certificate with a command", do: func(s *target) {
			l := s.slackCommandLetter()
			l.body, l.signature = append(l.body, "&ssl_check=1"...), ""
			s.send(l.request())
		}, status: http.StatusOK},
		attack{name: "a challenge that nobody has signed", do: func(s *target) {
			l := s.slackMention()
			l.body, l.signature = []byte(`{"type":"url_verification","challenge":"x"}`), ""
			s.send(l.request())
		}, status: http.StatusUnauthorized},
		attack{name: "a removal that nobody has signed", do: func(s *target) {
			l := s.slackMention()
			l.body = bytes.Replace(l.body, []byte("app_mention"), []byte("app_uninstalled"), 1)
			s.send(l.request())
		}, status: http.StatusUnauthorized},
	)
}

// slackLetters are one for each path.
var slackLetters = map[string]func(*target) signedRequest{
	"a command": (*target).slackCommandLetter, "a press": (*target).slackPressLetter, "a mention": (*target).slackMention,
}

func (s *target) discordScheme() scheme {
	other := ed25519.NewKeyFromSeed([]byte("somebody who is not the platform"))
	return scheme{"X-Signature-Timestamp", "X-Signature-Ed25519", "", s.discord.Sign, func(stamp string, body []byte) string {
		return hex.EncodeToString(ed25519.Sign(other, append([]byte(stamp), body...)))
	}}
}

func (s *target) slackScheme() scheme {
	by := func(secret string) func(string, []byte) string {
		return func(stamp string, body []byte) string { return slacktest.Sign(secret, stamp, body) }
	}
	return scheme{"X-Slack-Request-Timestamp", "X-Slack-Signature", "v0=", by(s.slack.SigningSecret()), by("somebody's own")}
}

// written signs a signedRequest now.
func written(url, contentType string, body []byte, by scheme) signedRequest {
	l := signedRequest{url: url, contentType: contentType, body: body, header: http.Header{}, method: http.MethodPost, scheme: by}
	l.off(0)
	return l
}

// discordPress has Bo press c3 in the duel, where it is his turn.
func (s *target) discordPress() signedRequest {
	g := s.ground(discord.Platform, "duel")
	body, err := json.Marshal(s.discordInteraction(g, "bo", map[string]any{
		"type": 3, "data": map[string]any{"custom_id": s.spelled(discord.Platform, "o1:{duel}:1:move:c3"), "component_type": 2},
		"message": map[string]any{"id": s.boardOn(g), "flags": 0},
	}))
	if err != nil {
		s.t.Fatal(err)
	}
	return written(ownURL+"/discord/interactions", "application/json", body, s.discordScheme())
}

func (s *target) slackCommandLetter() signedRequest {
	g := s.ground(slack.Platform, "duel")
	return written(ownURL+slacktest.PathCommands, formType, []byte(s.slackForm(g, "bo", "move c3", nil).Encode()), s.slackScheme())
}

func (s *target) slackPressLetter() signedRequest {
	form := s.slackPressForm(s.ground(slack.Platform, "duel"), "bo", func(payload map[string]any) {
		payload["actions"] = slackActions(s.spelled(slack.Platform, "o1:{duel}:1:move:c3"))
	})
	return written(ownURL+slacktest.PathInteractivity, formType, form, s.slackScheme())
}

func (s *target) slackMention() signedRequest {
	g := s.ground(slack.Platform, "duel")
	body := s.slack.NewMention(g.slack, "bo", "c3").Payload()
	return written(ownURL+slacktest.PathEvents, "application/json", bytes.Clone(body), s.slackScheme())
}

// TestLettersAreGood sends the signedRequests that are forged elsewhere as they are, and
// as old and as new as they may be: each is taken on, and a game changes.
func TestLettersAreGood(t *testing.T) {
	signedRequests := map[string]func(*target) signedRequest{"a press on Discord": (*target).discordPress}
	for kind, write := range slackLetters {
		signedRequests[kind+" on Slack"] = write
	}
	for kind, write := range signedRequests {
		for name, off := range map[string]time.Duration{"now": 0, "299 s old": -299 * time.Second, "299 s ahead": 299 * time.Second} {
			if testing.Short() && off != 0 {
				continue
			}
			t.Run(kind+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := attacked(t)
					l := write(s)
					l.off(off)
					before := s.outlook()
					if answer := s.send(l.request()); answer.StatusCode != http.StatusOK {
						t.Errorf("answered %d", answer.StatusCode)
					}
					time.Sleep(breath)
					if before.against(s.outlook()) == "" {
						t.Error("nothing has changed")
					}
					s.guard(kind)
				})
			})
		}
	}
}
