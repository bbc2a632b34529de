package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"othellobot/chat"
)

// drainTime is how long what is under way may take after the end was asked for.
const drainTime = 10 * time.Second

// Config says what an adapter connects. Log is required. BotToken serves one
// workspace; ClientID, ClientSecret and PublicURL serve as many as install the
// bot. AppToken is for Socket Mode; without it deliveries come by HTTP, signed
// with SigningSecret.
type Config struct {
	BotToken      string
	AppToken      string
	SigningSecret string
	ClientID      string
	ClientSecret  string
	PublicURL     string   // the bot's own base address, without a slash at its end
	Installs      Installs // nil keeps them in memory
	APIURL        string   // base of the Web API; empty for Slack's own
	Log           *slog.Logger
	Observer      Observer

	Transport http.RoundTripper                                                 // nil for the usual one
	Dial      func(ctx context.Context, network, addr string) (net.Conn, error) // for Socket Mode; nil for the usual one
}

// Adapter connects a [chat.Handler] with Slack. It implements [chat.Poster]. Its
// methods may be called concurrently, but [Adapter.Prepare] and [Adapter.Run]
// once each and in this order.
type Adapter struct {
	Config
	http    *http.Client
	queues  queues
	updates updates
	seen    seen
	names   names
	hinted  channels // where somebody was told how to bring the bot in
	strange channels // conversations of two that the bot is no side of
	own     install  // of BotToken, known after Prepare

	intake intake
	ready  atomic.Bool
	newest atomic.Pointer[link] // of Socket Mode
}

// New makes an adapter. It sends nothing before [Adapter.Prepare].
func New(c Config) *Adapter {
	c.APIURL = cmp.Or(c.APIURL, defaultAPIURL)
	if c.Installs == nil {
		c.Installs = &MemoryInstalls{}
	}
	return &Adapter{Config: c, http: newHTTPClient(c.Transport), queues: queues{observer: c.Observer}}
}

// Prepare asks Slack who the bot is, if it has a token of its own. It fails if
// the token is refused or Slack cannot be reached.
func (a *Adapter) Prepare(ctx context.Context) error {
	if a.AppToken == "" && a.SigningSecret == "" {
		return errors.New("slack: neither an app token nor a signing secret, so nothing could be trusted")
	}
	if a.BotToken == "" {
		return nil
	}
	var own install
	err := a.queues.do(ctx, "auth.test", func(ctx context.Context) error {
		who, err := a.client(a.BotToken).AuthTestContext(ctx)
		if err == nil {
			own = install{Team: who.TeamID, Enterprise: who.EnterpriseID, BotUser: who.UserID, Token: a.BotToken}
		}
		return err
	})
	if refused := refusal(err); refused != nil {
		return fmt.Errorf("slack: SLACK_BOT_TOKEN is refused (%s): take the bot token of an app that is installed in your workspace, it begins with xoxb-", refused.Reason)
	}
	if err != nil {
		return fmt.Errorf("slack: ask who the bot is: %w", plain(err))
	}
	a.own = own
	return nil
}

// Run takes deliveries until ctx is done, and then lets what is under way end,
// for ten seconds at most. It returns an error only if Slack refuses the bot for
// good.
func (a *Adapter) Run(ctx context.Context, h chat.Handler) error {
	end := a.intake.open(context.WithoutCancel(ctx), h)
	if a.AppToken == "" {
		a.ready.Store(true)
		<-ctx.Done()
		end(drainTime)
		return nil
	}
	connected, disconnect := context.WithCancel(context.WithoutCancel(ctx))
	defer disconnect()
	stop := context.AfterFunc(ctx, func() {
		end(drainTime) // acknowledgements still go out meanwhile
		disconnect()
	})
	err := a.runSocket(connected)
	if stop() {
		end(drainTime)
	}
	return err
}

// Ready reports whether deliveries can reach the bot: by HTTP, while it runs; by
// Socket Mode, once it has been connected.
func (a *Adapter) Ready() bool { return a.ready.Load() }

// Limits tells what messages may hold.
func (*Adapter) Limits() chat.Limits { return Limits() }
