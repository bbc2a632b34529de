package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
	"time"
)

// settings says how to run an image. Docker adds Healthcheck to the image specification; others ignore it.
type settings struct {
	User, WorkingDir, StopSignal string
	Env, Entrypoint              []string
	ExposedPorts, Volumes        map[string]struct{}
	Labels                       map[string]string
	Healthcheck                  healthcheck
}

type healthcheck struct {
	Test                           []string
	Interval, Timeout, StartPeriod time.Duration
	Retries                        int
}

// copied is a file or folder of the build. Its mode is 0 if the source's mode applies.
type copied struct {
	source, target string
	uid, gid       int
	mode           os.FileMode
}

var (
	comment = regexp.MustCompile(`(?m)^\s*#.*\n`)
	copying = regexp.MustCompile(`^--from=build (?:--chown=(\d+:\d+) --chmod=(\d+) )?(\S+) (\S+)$`)
)

// parse reads the final stage of a Dockerfile. It refuses what it does not understand: the image must be
// what a container engine would build.
func parse(text string, args map[string]string) (s settings, copies []copied, err error) {
	var port string
	var volumes, labels []string
	plain := map[string]*string{"USER": &s.User, "WORKDIR": &s.WorkingDir, "STOPSIGNAL": &s.StopSignal, "EXPOSE": &port}
	lists := map[string]*[]string{"ENTRYPOINT": &s.Entrypoint, "VOLUME": &volumes}
	pairs := map[string]*[]string{"ENV": &s.Env, "LABEL": &labels}
	text = strings.ReplaceAll(comment.ReplaceAllString(text, ""), "\\\n", " ")
	for line := range strings.Lines(text[strings.LastIndex(text, "\nFROM ")+1:]) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = os.Expand(rest, func(key string) string { return args[key] })
		match := copying.FindStringSubmatch(rest)
		var err error
		switch {
		case name == "", name == "ARG", name == "FROM" && rest == "scratch":
		case plain[name] != nil:
			*plain[name] = rest
		case lists[name] != nil:
			err = json.Unmarshal([]byte(rest), lists[name])
		case pairs[name] != nil && !strings.ContainsAny(rest, `"'\`):
			*pairs[name] = append(*pairs[name], strings.Fields(rest)...)
		case name == "HEALTHCHECK":
			s.Healthcheck, err = parseHealthcheck(rest)
		case name == "COPY" && match != nil:
			c := copied{source: match[3], target: match[4]}
			if strings.HasSuffix(c.target, "/") {
				c.target += path.Base(c.source)
			}
			if match[1] != "" {
				_, err = fmt.Sscanf(match[1]+" "+match[2], "%d:%d %o", &c.uid, &c.gid, &c.mode)
			}
			copies = append(copies, c)
		default:
			err = errors.New("not understood")
		}
		if err != nil {
			return s, nil, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	s.ExposedPorts, s.Volumes, s.Labels = map[string]struct{}{port + "/tcp": {}}, make(map[string]struct{}), make(map[string]string)
	for _, volume := range volumes {
		s.Volumes[volume] = struct{}{}
	}
	for _, pair := range labels {
		key, value, _ := strings.Cut(pair, "=")
		s.Labels[key] = value
	}
	return s, copies, nil
}

func parseHealthcheck(text string) (h healthcheck, err error) {
	options, command, _ := strings.Cut(text, " CMD ")
	_, err = fmt.Sscanf(options, "--interval=%ds --timeout=%ds --start-period=%ds --retries=%d", &h.Interval, &h.Timeout, &h.StartPeriod, &h.Retries)
	var words []string
	err = errors.Join(err, json.Unmarshal([]byte(command), &words))
	h.Test = append([]string{"CMD"}, words...)
	h.Interval, h.Timeout, h.StartPeriod = h.Interval*time.Second, h.Timeout*time.Second, h.StartPeriod*time.Second
	return h, err
}
