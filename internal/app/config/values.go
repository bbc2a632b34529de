package config

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// values reads the values of keys and collects problems.
type values struct {
	env      map[string]string
	problems []error
}

// problem ignores all problems of a key but the first, because they follow from it.
func (v *values) problem(key, format string, args ...any) {
	if !slices.ContainsFunc(v.problems, func(err error) bool { return strings.HasPrefix(err.Error(), key+": ") }) {
		v.problems = append(v.problems, fmt.Errorf(key+": "+format, args...))
	}
}

// checkText reports values that no key may have, such as one with a line break.
func (v *values) checkText(local bool) {
	for _, key := range slices.Sorted(maps.Keys(v.env)) {
		if local && (strings.HasPrefix(key, "DISCORD_") || strings.HasPrefix(key, "SLACK_")) {
			continue
		}
		text := flaw(key, v.env[key])
		v.problemIf(text != "", key, "%s", text)
	}
}

const quotationMarks = "\"'`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f\uff02\uff07"

// placeholder matches a variable such as ${TOKEN}, which nothing replaced, or an example such as <token>.
var placeholder = regexp.MustCompile(`^(\$\w+|\$\{\w+\}|\$\(\w+\)|%\w+%|<[^<>]*>)$`)

// flaw returns what is wrong with the text of a value, or "".
func flaw(key, value string) string {
	first, _ := utf8.DecodeRuneInString(value)
	last, _ := utf8.DecodeLastRuneInString(value)
	switch {
	case strings.ContainsFunc(value, unicode.IsControl):
		return "it holds a line break or another control character"
	case !utf8.ValidString(value):
		return "it is not in UTF-8"
	case placeholder.MatchString(value):
		return "it is a placeholder; write the value itself"
	case strings.HasPrefix(value, key+"="):
		return "the value begins with the key once more; leave " + key + "= out"
	case value != "" && strings.ContainsRune(quotationMarks, first) && strings.ContainsRune(quotationMarks, last):
		return "the value is in quotation marks, which would be a part of it; leave them out"
	}
	for _, r := range value {
		if r != ' ' && (unicode.IsSpace(r) || !unicode.IsGraphic(r)) {
			return fmt.Sprintf("it holds an invisible character, %U; type it instead of copying it", r)
		}
	}
	return ""
}

func (v *values) problemIf(wrong bool, key, format string, args ...any) {
	if wrong {
		v.problem(key, format, args...)
	}
}

// changedKeys returns the keys with this prefix whose values differ from the defaults.
func (v *values) changedKeys(prefix string) string {
	set := slices.Sorted(maps.Keys(keys))
	return strings.Join(slices.DeleteFunc(set, func(key string) bool {
		return !strings.HasPrefix(key, prefix) || v.env[key] == keys[key]
	}), ", ")
}

func (v *values) oneOf(key string, words ...string) string {
	for _, w := range words {
		if strings.EqualFold(v.env[key], w) {
			return w
		}
	}
	v.problem(key, "write %s or %s", strings.Join(words[:len(words)-1], ", "), words[len(words)-1])
	return ""
}

// The store doubles some durations, and a [time.Duration] holds at most 292 years.
const century = 876000 * time.Hour

// longUnits captures the weeks, the days, and the rest for [time.ParseDuration].
var longUnits = regexp.MustCompile(`^(?:(\d{1,4})w)?(?:(\d{1,5})d)?((?:\d.*)?)$`)

func (v *values) duration(key string) time.Duration {
	const want = "a duration such as 7d or 168h, of 876000h (a hundred years) at most"
	parts := longUnits.FindStringSubmatch(v.env[key])
	if parts == nil {
		v.problem(key, "not %s", want)
		return 0
	}
	weeks, _ := strconv.Atoi(parts[1]) // 0 if the value has no weeks
	days, _ := strconv.Atoi(parts[2])
	rest, err := time.ParseDuration(cmp.Or(parts[3], "0"))
	d := time.Duration(7*weeks+days)*24*time.Hour + rest
	switch {
	case parts[3] != "" && strings.Trim(parts[3], "0123456789") == "":
		v.problem(key, "a number without a unit, such as d or h; write %s", want)
	case err != nil || d <= 0 || d > century:
		v.problem(key, "not %s", want)
	}
	return d
}

func (v *values) address(key string) string {
	host, port, err := net.SplitHostPort(v.env[key])
	_, wrong := strconv.ParseUint(port, 10, 16)
	v.problemIf(v.env[key] != "" && (err != nil || wrong != nil || strings.ContainsFunc(host, unicode.IsSpace)), key,
		"not an address such as :8080 or 127.0.0.1:8080; write no http:// and no path, and a port of at most 65535")
	return v.env[key]
}

// sharePort reports whether no process can listen on both addresses.
func sharePort(a, b string) bool {
	hostA, portA, _ := net.SplitHostPort(a)
	hostB, portB, _ := net.SplitHostPort(b)
	all := []string{"", "0.0.0.0", "::"}
	return portA == portB && strings.Trim(portA, "0") != "" && (hostA == hostB || slices.Contains(all, hostA) || slices.Contains(all, hostB))
}

const (
	keySeparator  = ","
	minSealingKey = 32 // bytes; 24 random bytes in Base64 have this length
)

func (v *values) sealingKeys(key string) Secret {
	if v.env[key] == "" {
		return Secret{}
	}
	keys := strings.Split(v.env[key], keySeparator)
	for i, k := range keys {
		keys[i] = strings.TrimSpace(k)
		if len(keys[i]) < minSealingKey {
			v.problem(key, "a key of it has fewer than %d characters; openssl rand -base64 32 makes a good one", minSealingKey)
			break
		}
	}
	return NewSecret(strings.Join(keys, keySeparator))
}

func (v *values) publicKey(key string) ed25519.PublicKey {
	content, err := hex.DecodeString(v.token(key).Reveal())
	switch {
	case err != nil || len(content) != ed25519.PublicKeySize: // token has reported it
		return nil
	case forgeable(content):
		v.problem(key, "anybody can forge signatures for this key; %s", sources[key])
		return nil
	}
	return content
}

func (v *values) id(key string) string {
	id := v.token(key).Reveal()
	_, err := strconv.ParseUint(id, 10, 64)
	v.problemIf(err != nil && id != "", key, "an id has fewer digits; %s", sources[key])
	return id
}

func (v *values) url(key string) string {
	text := v.env[key]
	u, err := url.Parse(text)
	if err == nil && u.Port() != "" {
		_, err = strconv.ParseUint(u.Port(), 10, 16)
	}
	switch example := cmp.Or(keys[key], "https://othello.example.org"); {
	case text == "":
	case !strings.Contains(text, "://"):
		v.problem(key, "it does not begin with https:// or http://; an example is %s", example)
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		v.problem(key, "not an address such as %s", example)
	case u.User != nil:
		v.problem(key, "leave out the user and the password")
	case strings.ContainsAny(text, "?#"):
		v.problem(key, "it holds a ? or a #; leave out what begins there")
	}
	return text
}

// isLocal reports whether a URL leads to this machine or to a private network.
func isLocal(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified())
}

// forgeable reports whether anyone can forge signatures for the key. If the key is a point of small order,
// the signature with R = identity and S = 0 is valid for at least one message in eight.
func forgeable(key ed25519.PublicKey) bool {
	forged := make([]byte, ed25519.SignatureSize)
	forged[0] = 1
	for n := range 256 {
		if ed25519.Verify(key, []byte{byte(n)}, forged) {
			return true
		}
	}
	return false
}
