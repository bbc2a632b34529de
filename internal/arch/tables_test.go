package arch

// module is this module's path.
const module = "othellobot"

// lab is the folder of a second module, for authors. Its import paths begin with module, too.
const lab = "lab"

// importRule lists what a package and all packages below it may import, in addition to the standard
// library and its own family. Only modules binds test files.
type importRule struct {
	path    string   // package path; a last element * matches any name
	project []string // packages of the project; * allows all
	modules []string // paths of other modules
	why     string
}

const whyAdapter = "an adapter speaks one platform's protocol and knows no game, no store and no other adapter, so that a platform can be added without learning Othello"

// importRules has a row for every package. The first match counts.
var importRules = []importRule{
	{
		path: "rules",
		why:  "rules is pure and needs the standard library alone, so that anyone can import it",
	},
	{
		path:    "render",
		project: []string{"rules"},
		modules: []string{"golang.org/x/image"},
		why:     "render draws a position and knows no game and no chat, so that the same view gives the same bytes everywhere",
	},
	{
		path:    "game",
		project: []string{"rating", "rules"},
		why:     "a game is a value that knows no chat, no drawing and no database, so that it can be tested and kept without any of them",
	},
	{
		path:    "people",
		project: []string{"game", "rules"},
		why:     "what is kept of a person is a value like a game, and games know nothing of it, so that either can change without the other",
	},
	{
		path: "lease",
		why:  "a lease knows neither what is leased nor the database that keeps it, so that any store can keep leases for any use",
	},
	{
		path:    "record",
		project: []string{"rules"},
		why:     "a game that somebody kept is read by the rules alone, so that whoever has games can import it",
	},
	{
		path:    "engine/analysis",
		project: []string{"engine", "rules"},
		why:     "what programs around the engine show needs a search, and no search needs it",
	},
	{
		path:    "engine",
		project: []string{"rules"},
		modules: []string{"golang.org/x/sys"}, // detects the processor's vector instructions
		why:     "the engine values positions and nothing else, so that it runs without a chat and can be replaced as a whole",
	},
	{
		path:    "store/storetest",
		project: []string{"game", "lease", "people", "rating", "rules", "store"},
		modules: []string{"github.com/jackc/pgx/v5"}, // creates the schemas of tests
		why:     "the suite of stores has games played and knows no database, so that every store is held to the same",
	},
	{
		path:    "store",
		project: []string{"game", "lease", "people", "rating", "rules"}, // rules: the values of colours and squares
		modules: []string{
			"modernc.org/sqlite", "github.com/jackc/pgx/v5",
			"github.com/gofrs/flock", // locks a file on every system
		},
		why: "a store keeps games and decides nothing about them, so that every database behaves alike",
	},
	{
		path:    "chat",
		project: []string{"render"},
		why:     "chat is the vocabulary between adapters and bot and knows no game, so that an adapter never learns what a game is",
	},
	{
		path:    "words",
		project: []string{"chat", "game", "rules"},
		modules: []string{"github.com/BurntSushi/toml", "golang.org/x/text"}, // translators' files; languages and their plural forms
		why:     "words puts into sentences what the bot decides to say, so that a language can be added without touching a command",
	},
	{
		path:    "review",
		project: []string{"rules"},
		why:     "a review follows from a game and a judge's answers, so that it is the same wherever it is made",
	},
	{
		path:    "puzzle",
		project: []string{"rules"},
		why:     "a puzzle follows from its number and what a judge answers, so that it is the same wherever it is shown",
	},
	{
		path:    "rating",
		project: []string{"rules"},
		why:     "ratings follow from a log of results, so that they can be computed again anywhere and come to the same",
	},
	{
		path:    "bot/control",
		project: []string{"game", "rules"},
		why:     "a control is a text, so that whoever draws, reads or makes one needs nothing else",
	},
	{
		path:    "bot/parse",
		project: []string{"bot/control", "chat", "record", "render", "rules", "words", "internal/spelling"},
		modules: []string{"golang.org/x/text"}, // compatibility forms of letters
		why:     "what is typed means the same wherever and by whomever it is typed, so that it can be tested as a table",
	},
	{
		path:    "bot/runner",
		project: []string{"bot/card", "bot/control", "chat", "game", "people", "review", "rules", "internal/fair", "internal/recent", "internal/survived"},
		why:     "what falls due is an action like any other, so that whoever carries out actions need not know why they come",
	},
	{
		path:    "bot/card",
		project: []string{"bot/control", "chat", "game", "rating", "render", "review", "rules", "words"},
		why:     "a card follows from a game and who looks at it, so that it can be drawn at any time by anybody",
	},
	{
		path:    "bot",
		project: []string{"chat", "game", "people", "puzzle", "rating", "record", "render", "review", "rules", "words", "internal/recent", "internal/survived"},
		modules: []string{"golang.org/x/time"}, // token buckets
		why:     "bot declares the small interfaces it needs of stores, engines and platforms, and internal/app brings them, so that every sentence can be tested without them",
	},
	{
		path:    "adapters/internal/fake",
		project: []string{"adapters/internal", "chat", "render", "rules"},
		why:     "what the tests of adapters share stands for a platform and for the bot, of which it knows only how a board is shown",
	},
	{
		path:    "adapters/internal",
		project: []string{"chat", "internal/fair", "internal/recent", "internal/survived"},
		modules: []string{"github.com/cenkalti/backoff/v5", "github.com/gorilla/websocket"}, // pauses between attempts; websockets with the same proxy as requests
		why:     "what the adapters have in common knows no platform, so that a platform can be added without changing it",
	},
	{
		path:    "adapters/discord",
		project: []string{"chat", "lease", "render", "adapters/internal", "internal/recent", "internal/survived"}, // processes share a gateway by leases
		modules: []string{"github.com/bwmarrin/discordgo", "github.com/gorilla/websocket", "golang.org/x/time"},   // discordgo's connections; the pace of requests
		why:     whyAdapter,
	},
	{
		path:    "adapters/slack",
		project: []string{"chat", "render", "adapters/internal", "internal/recent", "internal/survived"},
		modules: []string{"github.com/slack-go/slack", "github.com/gorilla/websocket", "golang.org/x/time", "golang.org/x/sync"}, // the connection of Socket Mode; the pace of calls; at most one token exchange at a time
		why:     whyAdapter,
	},
	{
		path:    "adapters/*",
		project: []string{"chat", "render", "adapters/internal", "internal/recent", "internal/survived"},
		why:     whyAdapter,
	},
	{
		path:    "cmd/bot",
		project: []string{"internal/app"},
		why:     "cmd/bot hands the process to internal/app, where a test can run the whole program",
	},
	{
		path:    "cmd/engine",
		project: []string{"engine", "rules", "record"},
		why:     "cmd/engine is the engine on a command line, so that it can be measured without a bot",
	},
	{
		path:    "internal/app",
		project: []string{"*"},
		modules: []string{"github.com/joho/godotenv", "github.com/prometheus/client_golang", "golang.org/x/net", "golang.org/x/term", "golang.org/x/time"}, // net limits connections, term edits lines at a terminal, time limits pictures
		why:     "internal/app wires everything together, and what it wires brings its own dependencies",
	},
	{
		path:    "internal/bottest",
		project: []string{"bot", "chat", "game", "people", "review", "rules", "store", "words", "internal/clock"},
		why:     "internal/bottest plays with the whole bot, and knows no platform that what it says is shown on",
	},
	{
		path:    "internal/clock",
		modules: []string{"golang.org/x/sys"}, // a clock that continues while the machine is suspended
		why:     "a clock is asked by everybody and knows nobody",
	},
	{
		path:    "internal/deadline",
		project: []string{"chat"},
		why:     "deadlines stand before the seam and know nothing behind it",
	},
	{
		path: "internal/fair",
		why:  "a queue is fair, whatever waits in it",
	},
	{
		path: "internal/recent",
		why:  "what came lately is remembered for anybody, whatever it is",
	},
	{
		path: "internal/spelling",
		why:  "words are compared letter by letter, whatever they mean",
	},
	{
		path: "internal/survived",
		why:  "a panic is logged in the same way wherever it was survived",
	},
	{
		path: "internal/logtest",
		why:  "what a test reads while a program writes it is text, whoever writes",
	},
	{
		path:    "internal/sim",
		project: []string{"adapters", "bot", "chat", "game", "people", "puzzle", "rating", "rules", "store", "words", "internal/clock", "internal/deadline"},
		why:     "internal/sim is a world around bot, game, people, puzzle and adapters in which nothing else is real but the store in memory, so that one number repeats all of it",
	},
	{
		path:    lab + "/load/baseline",
		modules: []string{"github.com/gorilla/websocket"}, // answers a constant over the gateway
		why:     "lab/load/baseline adds nothing to a constant answer, for all it does counts in the bot's favour",
	},
	{
		path:    lab + "/browser",
		project: []string{"internal/app"},
		modules: []string{"github.com/chromedp/chromedp", "github.com/chromedp/cdproto"}, // drives a real browser
		why:     "lab/browser plays in a real browser with the whole program, as nothing but its page shows it",
	},
	{
		path:    lab,
		project: []string{"*"},
		why:     "lab measures and makes with what the project has, and with nothing but the standard library besides",
	},
	{
		path: "internal/arch",
		why:  "the tests of the architecture read files and depend on nothing they judge",
	},
}

// rigs are programs that use the fakes of the platforms, which report to a [testing.TB]. They never
// become part of the bot.
var rigs = []string{lab + "/load", "internal/sim"}

// testModules lists the modules that every test file and test package may import.
var testModules = []string{
	"golang.org/x/text",
	"github.com/google/go-cmp",
	"github.com/anishathalye/porcupine",
	"go.uber.org/goleak",
	"github.com/getkin/kin-openapi",
	"github.com/santhosh-tekuri/jsonschema/v6",
	"github.com/prometheus/client_model", // parsed metrics, with common
	"github.com/prometheus/common",
	"go.yaml.in/yaml/v3", // compose files
}

// useRule lists the names of an imported package that the pure packages must not use outside tests. It
// forbids names, or all except the names in except. If both are empty, it forbids the whole package.
type useRule struct {
	path   string
	names  []string
	except []string
	why    string
}

// purePackages return the same output for the same input.
var purePackages = []string{"rules", "render", "chat", "game", "people", "puzzle", "rating", "review", "words", "bot"}

const (
	whyClock  = "time comes in as data, so that the same input gives the same bytes"
	whyRandom = "randomness comes in as a seed, so that the same input gives the same bytes"
	whyRim    = "input, output and the environment stay at the rim, in adapters, store, internal/app and cmd"
)

var useRules = []useRule{
	{path: "time", names: []string{"Now", "Since", "Until", "LoadLocation"}, why: whyClock},
	{path: "math/rand", except: []string{"New", "NewSource", "NewZipf", "Rand", "Source", "Source64", "Zipf"}, why: whyRandom},
	{path: "math/rand/v2", except: []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}, why: whyRandom},
	{path: "crypto/rand", why: whyRandom},
	{path: "os", why: whyRim},
	{path: "syscall", why: whyRim},
	{path: "net", why: whyRim},
	{path: "net/http", why: whyRim},
}

// platforms are the names that only platformPackages may contain.
var platforms = []string{"discord", "slack"}

// platformPackages connect to platforms, configure them, or fake them. Packages below them count, too.
var platformPackages = []string{"adapters", "cmd", "internal/app", "internal/sim", lab}

// vagueNames are package names without a meaning.
var vagueNames = []string{"util", "utils", "common", "types", "models"}

const (
	maxLines    = 500 // of a file that is neither a test nor generated
	minDocWords = 25  // of a package doc
)
