package arch

const module = "othellobot"

// lab is the folder of a second module, for the bot's authors. The constant module also begins its import
// paths.
const lab = "lab"

// importRule lists what a package and all packages below it may import, in addition to the standard
// library and each other. Test files may import any package of the project, but only these modules
// and testModules. Lists are separated by spaces.
type importRule struct {
	path    string // package path; a last element * matches any name
	project string // packages of the project; * allows all
	modules string // paths of other modules
	why     string
}

const whyAdapter = "an adapter speaks one platform's protocol and knows no game, no store and no other adapter, so that a platform can be added without learning Othello"

// importRules has a row for every package. The first match counts.
var importRules = []importRule{
	{"rules", "", "", "rules is pure and needs only the standard library, so that any Go program can import it"},
	{"render", "rules", "golang.org/x/image", "render draws a position and knows no game and no chat, so that the same view gives the same bytes everywhere"},
	{"game", "rating rules", "", "a game is a value that knows no chat, no drawing and no database, so that it can be tested without any of them"},
	{"people", "game rules", "", "a person's data is a value like a game, and games do not know it, so that either can change without the other"},
	{"lease", "", "", "a lease does not know the leased thing or the database, so that any store can keep leases for any use"},
	{"record", "rules", "", "a recorded game needs only the rules, so that any Go program can read one"},
	{"engine/analysis", "engine rules", "", "programs around the engine need analysis, and the search does not"},
	// golang.org/x/sys detects the processor's vector instructions.
	{"engine", "rules", "golang.org/x/sys", "the engine only values positions, so that it runs without a chat and can be replaced as a whole"},
	// pgx creates the schemas of tests.
	{"store/storetest", "game lease people rating rules store", "github.com/jackc/pgx/v5", "the suite of stores plays games and knows no database, so that it is the same for every store"},
	// flock locks a file on every system.
	{"store", "game lease people rating rules", "modernc.org/sqlite github.com/jackc/pgx/v5 github.com/gofrs/flock", "a store keeps games and decides nothing about them, so that every database behaves alike"},
	{"chat", "render", "", "chat is the vocabulary between adapters and bot and knows no game, so that an adapter never learns what a game is"},
	// toml reads the translators' files; x/text knows languages and their plural forms.
	{"words", "chat game rules", "github.com/BurntSushi/toml golang.org/x/text", "words phrases the bot's decisions, so that a language can be added without touching a command"},
	{"review", "rules", "", "a review follows from a game and a judge's answers, so that it is the same everywhere"},
	{"puzzle", "rules", "", "a puzzle follows from its number and a judge's answers, so that it is the same everywhere"},
	{"lesson", "rules", "", "a lesson is a position and its moves, so that it is the same everywhere"},
	{"rating", "rules", "", "ratings follow from a log of results, so that any process can compute them again with the same result"},
	{"bot/control", "game rules", "", "a control is a text, so that drawing, reading and making one needs nothing else"},
	// x/text knows compatibility forms of letters.
	{"bot/parse", "bot/control chat record render rules words internal/spelling", "golang.org/x/text", "typed text means the same for every user and place, so that it can be tested as a table"},
	{"bot/runner", "bot/card bot/control chat game people review rules internal/fair internal/recent internal/survived", "", "a due task is an action like any other, so that its handler need not know why it comes"},
	{"bot/card", "bot/control chat game lesson rating render review rules words", "", "a card follows from a game and its viewer, so that any process can draw it at any time"},
	// x/time has token buckets.
	{"bot", "chat game lesson people puzzle rating record render review rules words internal/recent internal/survived", "golang.org/x/time", "bot declares the small interfaces it needs of stores, engines and platforms, and internal/app brings them, so that every sentence can be tested without them"},
	{"adapters/internal/fake", "adapters/internal chat render rules", "", "the shared parts of the adapters' fakes know of the bot only how a board is shown"},
	// backoff sets pauses between attempts; gorilla uses the same proxy for websockets as for requests.
	{"adapters/internal", "chat internal/fair internal/recent internal/survived", "github.com/cenkalti/backoff/v5 github.com/gorilla/websocket", "the shared parts of the adapters know no platform, so that a platform can be added without changing them"},
	// Processes share a gateway by leases. x/time sets the pace of requests.
	{"adapters/discord", "chat lease render adapters/internal internal/recent internal/survived", "github.com/bwmarrin/discordgo github.com/gorilla/websocket golang.org/x/time", whyAdapter},
	// gorilla connects Socket Mode, x/time sets the pace of calls, x/sync lets one token exchange run at a time.
	{"adapters/slack", "chat render adapters/internal internal/recent internal/survived", "github.com/slack-go/slack github.com/gorilla/websocket golang.org/x/time golang.org/x/sync", whyAdapter},
	{"adapters/*", "chat render adapters/internal internal/recent internal/survived", "", whyAdapter},
	// x509roots serves machines without root certificates; websocket is a fake gateway in a test.
	{"cmd/bot", "internal/app", "golang.org/x/crypto/x509roots/fallback github.com/gorilla/websocket", "cmd/bot hands the process to internal/app, where a test can run the whole program"},
	{"cmd/engine", "engine rules record", "", "cmd/engine is the engine on a command line, so that it can be measured without a bot"},
	// x/net limits connections, x/term edits lines at a terminal, x/time limits pictures.
	{"internal/app", "*", "github.com/joho/godotenv github.com/prometheus/client_golang golang.org/x/net golang.org/x/term golang.org/x/time", "internal/app connects all packages, and these bring their own dependencies"},
	{"internal/bottest", "bot chat game people review rules store words", "", "internal/bottest plays with the whole bot, and knows no platform"},
	// x/sys reads a clock that continues while the machine is suspended.
	{"internal/clock", "", "golang.org/x/sys", "every package may need a clock, and the clock needs none of them"},
	{"internal/deadline", "chat", "", "deadlines apply to any handler and know nothing of its work"},
	{"internal/fair", "", "", "a queue is fair with any items"},
	{"internal/recent", "", "", "a bounded memory works with any keys"},
	{"internal/spelling", "", "", "words are compared letter by letter, with any meaning"},
	{"internal/survived", "", "", "every panic is logged in the same way"},
	{"internal/logtest", "", "", "a test can read the output of any writer"},
	{"internal/sim", "adapters bot chat game people puzzle rating rules store words internal/clock internal/deadline", "", "internal/sim plays bot and adapters with fakes of everything else, except the store in memory, so that one number repeats a run"},
	// gorilla answers a constant over the gateway.
	{lab + "/load/baseline", "", "github.com/gorilla/websocket", "lab/load/baseline does nothing but answer a constant, because all else that it did would flatter the bot"},
	// chromedp drives a real browser.
	{lab + "/browser", "internal/app", "github.com/chromedp/chromedp github.com/chromedp/cdproto", "lab/browser plays in a real browser, and sees of the program only its page"},
	// The modules of Kubernetes decode its objects and judge pods.
	{lab + "/manifest", "", "k8s.io/api k8s.io/apimachinery k8s.io/pod-security-admission", "lab/manifest judges files as Kubernetes does, and knows nothing of the program"},
	// x509roots has the root certificates. x/sys makes the namespaces of a test.
	{lab + "/image", "adapters/discord/discordtest internal/logtest", "golang.org/x/crypto/x509roots/fallback golang.org/x/sys", "lab/image packs finished binaries and does not know what they do, and its tests run them against a fake of a platform"},
	{lab, "*", "", "lab uses the whole project, and otherwise only the standard library"},
	{"internal/arch", "", "", "the tests of the architecture read files and depend on no package that they judge"},
}

// rigs are programs for tests and measurements. They may import test packages.
var rigs = []string{lab + "/load", "internal/sim"}

// testModules lists the modules that every test file and test package may import.
var testModules = []string{
	"golang.org/x/text",
	"github.com/google/go-cmp",
	"github.com/anishathalye/porcupine",
	"go.uber.org/goleak",
	"github.com/getkin/kin-openapi",
	"github.com/santhosh-tekuri/jsonschema/v6",
	"github.com/prometheus/client_model", // parses metrics, together with prometheus/common
	"github.com/prometheus/common",
	"go.yaml.in/yaml/v3", // compose files
}

// useRule says what pure packages must not use of another package, except in tests. It forbids names,
// or all names except those in except. If both lists are empty, it forbids the whole package.
type useRule struct {
	path   string
	names  []string
	except []string
	why    string
}

// purePackages must return the same output for the same input.
var purePackages = []string{"rules", "render", "chat", "game", "people", "puzzle", "lesson", "rating", "review", "words", "bot"}

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

// platformPackages may name platforms, and so may all packages below them.
var platformPackages = []string{"adapters", "cmd", "internal/app", "internal/sim", lab}

var vagueNames = []string{"util", "utils", "common", "types", "models"}

const (
	maxLines    = 500 // of a file that is neither a test nor generated
	minDocWords = 25  // of a package doc
)
