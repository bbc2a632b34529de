package slack

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/render"
)

const (
	drainTime     = 10 * time.Second // limits running work after shutdown begins
	prepareWithin = 3 * time.Second  // limits the request for the bot's identity at the start
)

// Config configures an adapter. Says and Log are required. BotToken is for one workspace; ClientID,
// ClientSecret, PublicURL and Installs let any workspace install the bot. With AppToken, deliveries
// come by Socket Mode, otherwise by HTTP, signed with SigningSecret.
type Config struct {
	BotToken      string
	AppToken      string
	SigningSecret string
	ClientID      string
	ClientSecret  string
	PublicURL     string // the bot's base address, without a trailing slash
	Installs      Installs
	Commands      []chat.Command                // commands whose shortcuts appear in the menus of messages
	APIURL        string                        // base of the Web API; Slack's own if empty
	Sentences     func(locale string) Sentences // returns the sentences for a user's locale

	// Pictures returns the URL where Slack can fetch a picture for a team. It may be nil.
	Pictures func(team string, p render.Picture) string

	Log      *slog.Logger
	Observer Observer
	Now      func() time.Time // clock for checking signatures; time.Now if nil
	Random   Random

	Network   Network
	Transport http.RoundTripper // sends all HTTP requests; if nil, they go over Network
}

// New returns an adapter, without sending any request.
func New(c Config) *Adapter {
	c.APIURL = cmp.Or(c.APIURL, defaultAPIURL)
	if c.Now == nil {
		c.Now = time.Now
	}
	a := &Adapter{
		account:  account{token: c.BotToken, identified: make(chan struct{}), failures: make(chan error, 1)},
		appToken: c.AppToken, network: c.Network, installs: c.Installs, commands: c.Commands, says: c.Sentences, logger: c.Log, observer: c.Observer, random: c.Random,
		health: health{observer: c.Observer}, rateLimits: rateLimits{observer: c.Observer, random: c.Random},
	}
	if c.SigningSecret != "" {
		a.verifier = newVerifier(c.SigningSecret, c.Now)
	}
	way := c.Transport
	if way == nil {
		network := c.Network.Transport()
		network.MaxIdleConnsPerHost, network.MaxConnsPerHost = maxConns, maxConns
		way = network
	}
	a.breaker = exchange.NewBreaker(way, Observer{Works: func(does bool) { a.health.set(unreachable, !does) }})
	a.web, a.hooks = web{base: c.APIURL, http: newHTTPClient(a.breaker)}, newHTTPClient(exchange.NewBreaker(way, Observer{}))
	a.oauth = oauth{client: c.ClientID, secret: c.ClientSecret, publicURL: c.PublicURL, web: a.web}
	a.encoder = encoder{names: &a.names, workspace: &a.account.install, apiURL: c.APIURL, pictures: c.Pictures}
	a.outbox = exchange.NewOutbox(&a.intake, c.Log)
	return a
}

// Prepare requests the bot's identity if there is a BotToken. If that fails, [Adapter.Run] tries
// again. Prepare returns an error only if the configuration can never work.
func (a *Adapter) Prepare(ctx context.Context) error {
	if a.appToken == "" && a.verifier == nil {
		return errors.New("slack: neither an app token nor a signing secret, so nothing could be trusted")
	}
	if a.account.token == "" {
		close(a.account.identified)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, prepareWithin)
	defer cancel()
	if err := a.identify(ctx); err != nil {
		a.tokenFailed(err)
	}
	return nil
}

// Run takes deliveries until ctx is done. It then waits for running work, which it cancels after ten seconds.
func (a *Adapter) Run(ctx context.Context, h chat.Handler) error {
	end := a.intake.Open(context.WithoutCancel(ctx), h)
	connected, disconnect := context.WithCancel(context.WithoutCancel(ctx))
	var work sync.WaitGroup
	work.Go(func() { a.keepToken(ctx) })
	if a.appToken == "" {
		a.connected.Store(true)
	} else {
		work.Go(func() { a.runSocket(connected, ctx.Done()) })
	}
	<-ctx.Done()
	end(drainTime) // running work still uses the links
	disconnect()
	work.Wait()
	return nil
}

// Name returns the name of a user who has used the bot lately, or "" if it is unknown.
func (a *Adapter) Name(u chat.UserID) string { return a.names.of(u.Team, u.ID).name }

// Ready reports whether the adapter has once been able to take deliveries, and knows of no problem with its tokens.
func (a *Adapter) Ready() bool {
	return a.connected.Load() && !a.health.has(noBotToken|noAppToken)
}

// Limits returns the limits of the adapter's messages.
func (a *Adapter) Limits() chat.Limits {
	l := Limits()
	l.Pictures = a.encoder.pictures != nil
	if a.oauth.client != "" {
		l.InviteURL = a.oauth.installURL
	}
	return l
}

// Deliver implements [chat.Poster].
func (a *Adapter) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	a.refreshHomes(r.Players)
	a.outbox.Put(place, r.Effects, func(ctx context.Context, e chat.Effect) chat.Outcome {
		if e.Kind == chat.Probe {
			if place.Channel == "" {
				a.probe(ctx, place.Team)
			}
			return chat.Outcome{}
		}
		found, err := a.installOf(ctx, place.Team)
		if err != nil {
			return a.outcome(ctx, e, ref{}, err)
		}
		a.requestNamedProfiles(ctx, found, place.Team, e.Message)
		shown, err := a.show(ctx, found, place, e)
		return a.outcome(ctx, e, shown, err)
	})
}

// Capacity implements [chat.Poster].
func (a *Adapter) Capacity() int {
	if a.health.has(noBotToken) {
		return 0
	}
	return a.outbox.Capacity(a.breaker.Admits())
}
