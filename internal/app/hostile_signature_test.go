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

// letter is a request as a platform signs it. What is in it would change a game.
type letter struct {
	url, contentType string
	body             []byte
	stamp, seal      string // the values of the headers for time and signature
	header           http.Header
	method           string
	scheme
}

// scheme is how a platform signs.
type scheme struct {
	stampHeader, sealHeader string
	before                  string // the digits of a signature
	sign                    func(stamp string, body []byte) string
	signOther               func(stamp string, body []byte) string // with a key of somebody's own
}

// resign signs the letter as it is now.
func (l *letter) resign() { l.seal = l.sign(l.stamp, l.body) }

// dated signs the letter as if it were sent at another time.
func (l *letter) dated(stamp string) { l.stamp, l.seal = stamp, l.sign(stamp, l.body) }

// off is [letter.dated] for so much later than now.
func (l *letter) off(d time.Duration) { l.dated(strconv.FormatInt(time.Now().Add(d).Unix(), 10)) }

// digits changes the digits of the signature.
func (l *letter) digits(change func(string) string) {
	l.seal = l.before + change(strings.TrimPrefix(l.seal, l.before))
}

// request is the letter, sealed.
func (l *letter) request() *http.Request {
	r, err := http.NewRequest(l.method, l.url, bytes.NewReader(l.body))
	if err != nil {
		panic(err) // the test's own mistake
	}
	r.Header.Set("Content-Type", l.contentType)
	for key, value := range map[string]string{l.stampHeader: l.stamp, l.sealHeader: l.seal} {
		if value != "" {
			r.Header.Set(key, value)
		}
	}
	for key, values := range l.header {
		r.Header[key] = append(slices.Clone(values), r.Header[key]...)
	}
	return r
}

// forgeries are what somebody may try who does not have the key, or has a letter
// that was signed for another time.
var forgeries = map[string]func(*letter){
	"no signature":               func(l *letter) { l.seal = "" },
	"no time":                    func(l *letter) { l.stamp = "" },
	"neither":                    func(l *letter) { l.seal, l.stamp = "", "" },
	"no digits":                  func(l *letter) { l.digits(func(string) string { return "" }) },
	"a short signature":          func(l *letter) { l.digits(func(d string) string { return d[:len(d)-2] }) },
	"half a byte less":           func(l *letter) { l.digits(func(d string) string { return d[:len(d)-1] }) },
	"a long signature":           func(l *letter) { l.digits(func(d string) string { return d + "00" }) },
	"twice the signature":        func(l *letter) { l.digits(func(d string) string { return d + d }) },
	"no hex":                     func(l *letter) { l.digits(func(d string) string { return "zz" + d[2:] }) },
	"zeros":                      func(l *letter) { l.digits(func(d string) string { return strings.Repeat("0", len(d)) }) },
	"the highest digits":         func(l *letter) { l.digits(func(d string) string { return strings.Repeat("f", len(d)) }) },
	"the first bit is flipped":   func(l *letter) { l.digits(func(d string) string { return flipped(d, 0) }) },
	"the last bit is flipped":    func(l *letter) { l.digits(func(d string) string { return flipped(d, len(d)-1) }) },
	"the other way round":        func(l *letter) { l.digits(reversed) },
	"a word before it":           func(l *letter) { l.seal = "Bearer " + l.seal },
	"a list of signatures":       func(l *letter) { l.seal = strings.Repeat("0", 64) + "," + l.seal },
	"a wrong one before it":      func(l *letter) { l.header.Set(l.sealHeader, l.before+strings.Repeat("0", 64)) },
	"a wrong time before it":     func(l *letter) { l.header.Set(l.stampHeader, "1") },
	"in another header":          func(l *letter) { l.header.Set("Authorization", l.seal); l.seal = "" },
	"another's key":              func(l *letter) { l.seal = l.signOther(l.stamp, l.body) },
	"of another body":            func(l *letter) { l.seal = l.sign(l.stamp, []byte("{}")) },
	"of no time":                 func(l *letter) { l.seal = l.sign("", l.body) },
	"of the body alone, doubled": func(l *letter) { l.seal = l.sign(l.stamp, append(l.body, l.body...)) },
	"a bit of the body":          func(l *letter) { l.body[len(l.body)/2] ^= 1 },
	"the first byte of it":       func(l *letter) { l.body[0] ^= 0x80 },
	"a byte more":                func(l *letter) { l.body = append(l.body, ' ') },
	"a line more":                func(l *letter) { l.body = append([]byte("\r\n"), l.body...) },
	"a byte less":                func(l *letter) { l.body = l.body[:len(l.body)-1] },
	"half of the body":           func(l *letter) { l.body = l.body[:len(l.body)/2] },
	"no body":                    func(l *letter) { l.body = nil },
	"a second later":             func(l *letter) { l.stamp = later(l.stamp) },
	"a zero before the time":     func(l *letter) { l.stamp = "0" + l.stamp },
	"a sign before the time":     func(l *letter) { l.stamp = "+" + l.stamp },
	"a digit moved to the body": func(l *letter) {
		n := len(l.stamp) - 1
		l.body = append([]byte(l.stamp[n:]), l.body...)
		l.stamp = l.stamp[:n]
	},
	"a byte moved to the time": func(l *letter) { l.stamp += string(l.body[:1]); l.body = l.body[1:] },
	"301 s old":                func(l *letter) { l.off(-301 * time.Second) },
	"301 s ahead":              func(l *letter) { l.off(301 * time.Second) },
	"a day old":                func(l *letter) { l.off(-24 * time.Hour) },
	"a day ahead":              func(l *letter) { l.off(24 * time.Hour) },
	"of the year 1970":         func(l *letter) { l.dated("0") },
	"of before 1970":           func(l *letter) { l.dated("-1") },
	"of the end of time":       func(l *letter) { l.dated("9223372036854775807") },
	"of the beginning of time": func(l *letter) { l.dated("-9223372036854775808") },
	"beyond the end of time":   func(l *letter) { l.dated("9223372036854775808") },
	"in milliseconds":          func(l *letter) { l.dated(l.stamp + "000") },
	"with a fraction":          func(l *letter) { l.dated(l.stamp + ".0") },
	"with an exponent":         func(l *letter) { l.dated(l.stamp[:1] + "e8") },
	"a time in hex":            func(l *letter) { l.dated("0x386d4380") },
	"a time in words":          func(l *letter) { l.dated("now") },
	"a time that is no number": func(l *letter) { l.dated("NaN") },
	"read by another method":   func(l *letter) { l.method = http.MethodGet },
	"put by another method":    func(l *letter) { l.method = http.MethodPut },
	"a method in a header": func(l *letter) {
		l.header.Set("X-HTTP-Method-Override", http.MethodPost)
		l.method, l.seal = http.MethodDelete, ""
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

// forged are all forgeries of letters.
func forged(letters map[string]func(*siege) letter) (all []attack) {
	for _, kind := range slices.Sorted(maps.Keys(letters)) {
		write := letters[kind]
		for _, name := range slices.Sorted(maps.Keys(forgeries)) {
			forge := forgeries[name]
			status := http.StatusUnauthorized
			if other, ok := unusual[name]; ok {
				status = other
			}
			all = append(all, attack{name: kind + ": " + name, status: status, do: func(s *siege) {
				l := write(s)
				forge(&l)
				s.send(l.request())
			}})
		}
	}
	return all
}

func discordSignatures() []attack {
	all := forged(map[string]func(*siege) letter{"a press": (*siege).discordPress})
	return append(
		all,
		attack{name: "sealed as on Slack", do: func(s *siege) {
			l := s.discordPress()
			l.scheme = s.slackScheme()
			l.resign()
			s.send(l.request())
		}, status: http.StatusUnauthorized},
		attack{name: "a ping that nobody has signed", do: func(s *siege) {
			l := s.discordPress()
			l.body, l.seal = []byte(`{"type":1}`), ""
			s.send(l.request())
		}, status: http.StatusUnauthorized},
	)
}

func slackSignatures() []attack {
	all := forged(slackLetters)
	seal := func(name string, change func(*letter)) {
		for _, kind := range slices.Sorted(maps.Keys(slackLetters)) {
			all = append(all, attack{name: kind + ": " + name, do: func(s *siege) {
				l := slackLetters[kind](s)
				change(&l)
				s.send(l.request())
			}, status: http.StatusUnauthorized})
		}
	}
	seal("another version", func(l *letter) { l.seal = "v1" + l.seal[2:] })
	seal("no version", func(l *letter) { l.seal = strings.TrimPrefix(l.seal, "v0=") })
	seal("a version in capitals", func(l *letter) { l.seal = "V0" + l.seal[2:] })
	seal("an empty secret", func(l *letter) { l.seal = slacktest.Sign("", l.stamp, l.body) })
	seal("the secret in capitals", func(l *letter) { l.seal = slacktest.Sign("0123456789ABCDEF0123456789ABCDEF", l.stamp, l.body) })
	seal("a check of the certificate in the address", func(l *letter) { l.url += "?ssl_check=1"; l.seal = "" })
	return append(
		all,
		attack{name: "a check of the certificate with a command", do: func(s *siege) {
			l := s.slackCommandLetter()
			l.body, l.seal = append(l.body, "&ssl_check=1"...), ""
			s.send(l.request())
		}, status: http.StatusOK},
		attack{name: "a challenge that nobody has signed", do: func(s *siege) {
			l := s.slackMention()
			l.body, l.seal = []byte(`{"type":"url_verification","challenge":"x"}`), ""
			s.send(l.request())
		}, status: http.StatusUnauthorized},
		attack{name: "a removal that nobody has signed", do: func(s *siege) {
			l := s.slackMention()
			l.body = bytes.Replace(l.body, []byte("app_mention"), []byte("app_uninstalled"), 1)
			s.send(l.request())
		}, status: http.StatusUnauthorized},
	)
}

// slackLetters are one for each path.
var slackLetters = map[string]func(*siege) letter{
	"a command": (*siege).slackCommandLetter, "a press": (*siege).slackPressLetter, "a mention": (*siege).slackMention,
}

func (s *siege) discordScheme() scheme {
	other := ed25519.NewKeyFromSeed([]byte("somebody who is not the platform"))
	return scheme{"X-Signature-Timestamp", "X-Signature-Ed25519", "", s.discord.Sign, func(stamp string, body []byte) string {
		return hex.EncodeToString(ed25519.Sign(other, append([]byte(stamp), body...)))
	}}
}

func (s *siege) slackScheme() scheme {
	by := func(secret string) func(string, []byte) string {
		return func(stamp string, body []byte) string { return slacktest.Sign(secret, stamp, body) }
	}
	return scheme{"X-Slack-Request-Timestamp", "X-Slack-Signature", "v0=", by(s.slack.SigningSecret()), by("somebody's own")}
}

// written signs a letter now.
func written(url, contentType string, body []byte, by scheme) letter {
	l := letter{url: url, contentType: contentType, body: body, header: http.Header{}, method: http.MethodPost, scheme: by}
	l.off(0)
	return l
}

// discordPress has Bo press c3 in the duel, where it is his turn.
func (s *siege) discordPress() letter {
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

func (s *siege) slackCommandLetter() letter {
	g := s.ground(slack.Platform, "duel")
	return written(ownURL+slacktest.PathCommands, formType, []byte(s.slackForm(g, "bo", "move c3", nil).Encode()), s.slackScheme())
}

func (s *siege) slackPressLetter() letter {
	form := s.slackPressForm(s.ground(slack.Platform, "duel"), "bo", func(payload map[string]any) {
		payload["actions"] = slackActions(s.spelled(slack.Platform, "o1:{duel}:1:move:c3"))
	})
	return written(ownURL+slacktest.PathInteractivity, formType, form, s.slackScheme())
}

func (s *siege) slackMention() letter {
	g := s.ground(slack.Platform, "duel")
	body := s.slack.NewMention(g.slack, "bo", "c3").Payload()
	return written(ownURL+slacktest.PathEvents, "application/json", bytes.Clone(body), s.slackScheme())
}

// TestLettersAreGood sends the letters that are forged elsewhere as they are, and
// as old and as new as they may be: each is taken on, and a game changes.
func TestLettersAreGood(t *testing.T) {
	letters := map[string]func(*siege) letter{"a press on Discord": (*siege).discordPress}
	for kind, write := range slackLetters {
		letters[kind+" on Slack"] = write
	}
	for kind, write := range letters {
		for name, off := range map[string]time.Duration{"now": 0, "299 s old": -299 * time.Second, "299 s ahead": 299 * time.Second} {
			if testing.Short() && off != 0 {
				continue
			}
			t.Run(kind+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := besieged(t)
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
