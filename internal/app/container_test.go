package app_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

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
	must(t, err)
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

type composition struct {
	Services map[string]service
	Volumes  map[string]any
	Networks map[string]struct{ Internal bool }
	Configs  map[string]struct{ Content string }
}

type service struct {
	Image string
	Build struct {
		Context string
		Args    map[string]string
	}
	EnvFile     string `yaml:"env_file"`
	Environment map[string]string
	ReadOnly    bool `yaml:"read_only"`
	Tmpfs       any
	User        string
	CapDrop     []string `yaml:"cap_drop"`
	CapAdd      []string `yaml:"cap_add"`
	SecurityOpt []string `yaml:"security_opt"`
	Privileged  bool
	MemLimit    string `yaml:"mem_limit"`
	PidsLimit   int    `yaml:"pids_limit"`
	Restart     string
	StopGrace   string `yaml:"stop_grace_period"`
	Ports       []string
	Volumes     []string
	Networks    []string
	DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
	Deploy      struct{ Replicas int }
}

func compose(t *testing.T, name string) (c composition) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, name)), &c); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return c
}

// pinned matches an image with a version and an optional digest, as ops/pin writes it.
var pinned = regexp.MustCompile(`^[a-z]+:\d+(\.\d+)*(@sha256:[0-9a-f]{64})?$`)

func TestServicesAreConfined(t *testing.T) {
	for _, file := range []string{"compose.yaml", "compose.postgres.yaml"} {
		c := compose(t, file)
		for name, s := range c.Services {
			if !s.ReadOnly || s.Tmpfs == nil || s.Privileged {
				t.Errorf("%s: %s can write to its image", file, name)
			}
			allowed := []string(nil)
			if name == "proxy" {
				allowed = []string{"NET_BIND_SERVICE"} // to bind its ports, 80 and 443
			}
			if !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Equal(s.CapAdd, allowed) ||
				!slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) {
				t.Errorf("%s: %s keeps %v of the capabilities, and %v", file, name, s.CapAdd, s.SecurityOpt)
			}
			if s.PidsLimit == 0 || s.Restart != "unless-stopped" {
				t.Errorf("%s: %s has no limit, or does not come back", file, name)
			}
			ours := s.Build.Context == "." && s.Build.Args["COMMIT"] == "${COMMIT:-}"
			if ours != (s.Image == "othellobot") || !ours && !pinned.MatchString(s.Image) {
				t.Errorf("%s: %s is %q, which has no version, or is built without its commit", file, name, s.Image)
			}
			for _, v := range s.Volumes {
				volume, _, _ := strings.Cut(v, ":")
				if _, there := c.Volumes[volume]; !there {
					t.Errorf("%s: %s writes to %s, which is no volume", file, name, v)
				}
			}
		}
	}
}

// GOMEMLIMIT is below the memory limit, so that Go collects garbage before the container is killed.
func TestMemoryIsLimited(t *testing.T) {
	for _, file := range []string{"compose.yaml", "compose.postgres.yaml"} {
		for name, s := range compose(t, file).Services {
			limit, err := strconv.Atoi(strings.TrimSuffix(s.MemLimit, "m"))
			if err != nil {
				t.Errorf("%s: %s has the limit %q", file, name, s.MemLimit)
			}
			if name == "db" {
				continue // db is not written in Go
			}
			soft, err := strconv.Atoi(strings.TrimSuffix(s.Environment["GOMEMLIMIT"], "MiB"))
			if err != nil || soft*10 < limit*7 || soft*10 > limit*9 {
				t.Errorf("%s: %s has %q of %q", file, name, s.Environment["GOMEMLIMIT"], s.MemLimit)
			}
		}
	}
}

// The compose files set only existing settings, take secrets from .env, and give the bot time to stop.
func TestBotIsConfigured(t *testing.T) {
	for file, instances := range map[string]int{"compose.yaml": 0, "compose.postgres.yaml": 3} {
		bot := compose(t, file).Services["bot"]
		settings := exampleSettings(t)
		for key := range bot.Environment {
			if _, known := settings[key]; !known && key != "GOMEMLIMIT" {
				t.Errorf("%s: %s is no setting", file, key)
			}
		}
		if bot.EnvFile != ".env" || bot.StopGrace != "15s" || len(bot.Ports) > 0 || bot.Deploy.Replicas != instances {
			t.Errorf("%s: the bot is %+v", file, bot)
		}
	}
	if v := compose(t, "compose.yaml").Services["bot"].Volumes; !slices.Equal(v, []string{"games:/data"}) {
		t.Errorf("its games are in %v", v)
	}
}

// The bot's instances share a database that no other service can reach. They start after the database.
func TestInstancesShareADatabase(t *testing.T) {
	c := compose(t, "compose.postgres.yaml")
	bot, proxy, db := c.Services["bot"], c.Services["proxy"], c.Services["db"]
	const password = "${POSTGRES_PASSWORD:?}"
	if want := "postgres://othello:" + password + "@db/othello?sslmode=disable"; bot.Environment["DATABASE_URL"] != want {
		t.Errorf("the database is at %s, want %s", bot.Environment["DATABASE_URL"], want)
	}
	if e := db.Environment; e["POSTGRES_USER"] != "" || e["POSTGRES_DB"] != "" || e["POSTGRES_PASSWORD"] != password {
		t.Errorf("the database is made as %v", e)
	}
	want := "CREATE ROLE othello LOGIN PASSWORD '" + password + "';\nCREATE DATABASE othello OWNER othello;\nALTER ROLE postgres PASSWORD NULL;\n"
	if got := c.Configs["role"].Content; got != want {
		t.Errorf("the role of the bots is made by %q", got)
	}
	if !slices.Equal(db.Networks, []string{"inside"}) || !c.Networks["inside"].Internal || len(db.Ports) > 0 {
		t.Errorf("others reach the database by %v, %v", db.Networks, db.Ports)
	}
	if !slices.Contains(bot.Networks, "inside") || slices.Contains(proxy.Networks, "inside") {
		t.Error("the bots do not reach the database, or the proxy does")
	}
	if bot.DependsOn["db"].Condition != "service_healthy" || proxy.DependsOn["bot"].Condition != "service_healthy" {
		t.Errorf("they begin after %v and %v", bot.DependsOn, proxy.DependsOn)
	}
}

// The proxy passes on the platforms' requests, but neither health checks nor metrics.
func TestProxyLetsPlatformsThrough(t *testing.T) {
	text := compose(t, "compose.postgres.yaml").Configs["caddyfile"].Content
	for _, want := range []string{
		"@platforms path /discord/interactions /slack/* /picture/* /g/*\n", "max_size 256KiB\n", "dynamic a bot 8080 {\n", "respond 404\n", "admin off\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the proxy's configuration has no %q:\n%s", want, text)
		}
	}
	if strings.Count(text, "{") != strings.Count(text, "}") {
		t.Errorf("its braces do not match:\n%s", text)
	}
}
