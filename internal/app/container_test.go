package app_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/internal/app/config"
)

type instruction struct{ name, rest string }

// dockerfile reads the Dockerfile. It returns the instructions of the final image, and separately those
// of the stages before it.
func dockerfile(t *testing.T) (before, image []instruction) {
	t.Helper()
	text := read(t, "Dockerfile")
	text = regexp.MustCompile(`(?m)^\s*#.*\n`).ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		if name == "FROM" {
			before, image = append(before, image...), nil
		}
		image = append(image, instruction{name, strings.TrimSpace(rest)})
	}
	return before, image
}

// read returns the text of a file in the project's root.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// exists reports whether a file or folder exists in the project's root.
func exists(name string) bool {
	_, err := os.Stat(filepath.Join("..", "..", name))
	return err == nil
}

// all returns the rest of each instruction with this name.
func all(list []instruction, name string) (found []string) {
	for _, in := range list {
		if in.name == name {
			found = append(found, in.rest)
		}
	}
	return found
}

// The image contains the program, certificates and two writable folders, and nothing else.
func TestImageHoldsTheProgramAlone(t *testing.T) {
	_, image := dockerfile(t)
	for name, want := range map[string][]string{
		"FROM":        {"scratch"},
		"USER":        {"65532:65532"},
		"VOLUME":      {`["/data"]`},
		"STOPSIGNAL":  {"SIGTERM"},
		"ENTRYPOINT":  {`["/bot"]`},
		"HEALTHCHECK": {`--interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["/bot", "healthcheck"]`},
		"COPY": {
			"--from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/",
			"--from=build --chown=65532:65532 --chmod=0700 /out/data /data",
			"--from=build --chown=65532:65532 --chmod=0700 /out/tmp /tmp",
			"--from=build /out/bot /bot",
		},
		"RUN": nil, "ADD": nil, "SHELL": nil, "CMD": nil,
	} {
		if got := all(image, name); !slices.Equal(got, want) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// The image sets only known settings, to values that the program accepts.
func TestImageIsConfigured(t *testing.T) {
	_, image := dockerfile(t)
	settings, env := exampleSettings(t), make(map[string]string)
	for _, line := range all(image, "ENV") {
		for _, pair := range strings.Fields(line) {
			key, value, _ := strings.Cut(pair, "=")
			if _, known := settings[key]; !known {
				t.Errorf("%s is no setting", key)
			}
			env[key] = value
		}
	}
	if _, _, err := config.Load(t.TempDir()+"/none", func(key string) string { return env[key] }, false); err != nil {
		t.Error(err)
	}
	if want := "sqlite:/data/othello.db"; env["DATABASE_URL"] != want {
		t.Errorf("games are kept in %q, want %q", env["DATABASE_URL"], want)
	}
	if host, err := netip.ParseAddrPort(env["ADMIN_ADDR"]); err != nil || !host.Addr().IsLoopback() {
		t.Errorf("the admin's address is %q, which others reach", env["ADMIN_ADDR"])
	}
}

// goBuild matches the parts of a build command that determine the program's bytes.
var goBuild = regexp.MustCompile(`go build (-trimpath) -buildvcs=(?:true|false) (-ldflags="[^"]*?)(?: -X othellobot/internal/app\.commit=\$COMMIT)?"`)

// The image and a release are built with the same flags, by the Go version that the module requires.
func TestBuildFlags(t *testing.T) {
	const want = `-trimpath -ldflags="-s -w -buildid=`
	for _, name := range []string{"Dockerfile", ".ci/release"} {
		found := goBuild.FindAllStringSubmatch(read(t, name), -1)
		if len(found) != 1 || found[0][1]+" "+found[0][2] != want {
			t.Errorf("%s builds with %q, want %s", name, found, want)
		}
	}
	before, _ := dockerfile(t)
	if run := all(before, "RUN"); !slices.ContainsFunc(run, func(line string) bool {
		return strings.HasPrefix(line, "GOOS=$TARGETOS GOARCH=$TARGETARCH CGO_ENABLED=0 go build ")
	}) {
		t.Errorf("none of %q builds for the image's own system, without cgo", run)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))[1]
	from := regexp.MustCompile(`^--platform=\$BUILDPLATFORM golang:` + regexp.QuoteMeta(version) + `\.\d+(@sha256:[0-9a-f]{64})? AS build$`)
	if stages := all(before, "FROM"); len(stages) != 1 || !from.MatchString(stages[0]) {
		t.Errorf("it is built from %q, and the module is for Go %s", stages, version)
	}
}

// Files that must not leave the machine do not get into an image.
func TestImageIsMadeWithoutSecrets(t *testing.T) {
	ignored := strings.Fields(regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(read(t, ".dockerignore"), ""))
	for _, want := range []string{".git", ".env*", "data", "**/*.db*"} {
		if !slices.Contains(ignored, want) {
			t.Errorf(".dockerignore lets %s in", want)
		}
	}
}
