package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func (a *Adapter) installOf(ctx context.Context, tenant string) (install, error) {
	if a.account.token != "" {
		only := a.account.install.Load()
		if only == nil {
			return install{}, errNotReady
		}
		return *only, nil
	}
	found, err := a.load(ctx, tenant)
	if err != nil {
		return install{}, err
	}
	return a.current(ctx, found), nil
}

func (a *Adapter) load(ctx context.Context, tenant string) (install, error) {
	data, err := a.installs.Load(ctx, tenant)
	if err != nil {
		return install{}, fmt.Errorf("%w: %w", errNotLoaded, err)
	}
	var found install
	if data == nil || json.Unmarshal(data, &found) != nil {
		return install{}, errNotInstalled
	}
	return found, nil
}

func (a *Adapter) saveInstall(ctx context.Context, i install) error {
	return a.installs.Save(ctx, i.tenant(), []byte(asJSON(i)))
}

// Tokens last twelve hours, https://docs.slack.dev/authentication/using-token-rotation.
const (
	refreshAhead = 2 * time.Hour // remaining time at which a token is exchanged
	refreshPause = time.Minute   // pause after a failed exchange
)

func (i install) endsSoon() bool { return i.Refresh != "" && time.Until(i.Expires) < refreshAhead }

// current exchanges a token that ends soon in the background, and an expired token before current returns.
// If the exchange fails, the old token remains.
func (a *Adapter) current(ctx context.Context, i install) install {
	switch {
	case !i.endsSoon():
		return i
	case time.Now().Before(i.Expires):
		a.intake.Follow(func(ctx context.Context, _ chat.Handler) { a.exchangeToken(ctx, i) })
		return i
	default:
		return a.exchangeToken(ctx, i)
	}
}

// exchangeToken exchanges the token of an installation. A refresh token works only once, so concurrent callers
// share one exchange.
func (a *Adapter) exchangeToken(ctx context.Context, i install) install {
	now, _, _ := a.tokens.exchanges.Do(i.tenant(), func() (any, error) {
		ctx := context.WithoutCancel(ctx) // others may wait for the result
		if now, err := a.load(ctx, i.tenant()); err == nil {
			i = now
		}
		if next, had := a.tokens.unsaved.Load(i.Refresh); had {
			return a.save(ctx, i, next.(install)), nil
		}
		if !i.endsSoon() || a.suspended.has(refreshKey+i.Refresh) {
			return i, nil
		}
		return a.refresh(ctx, i), nil
	})
	return now.(install)
}

func (a *Adapter) refresh(ctx context.Context, i install) install {
	at := time.Now()
	got, err := a.oauth.access(ctx, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {i.Refresh}})
	if err != nil {
		if codeOf(err) != "" {
			if now, changed := a.awaitOtherSave(ctx, i); changed {
				return now
			}
		}
		a.suspended.begin(refreshKey+i.Refresh, refreshPause)
		a.logger.WarnContext(ctx, "cannot exchange a token that ends", "error", loggable(err), "ends", i.Expires)
		return i
	}
	next := i
	next.setToken(got, at)
	return a.save(ctx, i, next)
}

// awaitOtherSave waits briefly for another instance to save a new token, if it has used the refresh token.
func (a *Adapter) awaitOtherSave(ctx context.Context, i install) (now install, changed bool) {
	err := a.retry(ctx, func() (err error) {
		if now, err = a.load(ctx, i.tenant()); err == nil && now.Refresh == i.Refresh {
			err = errors.New("slack: the installation is as it was")
		}
		return err
	})
	return now, err == nil
}

func (a *Adapter) retry(ctx context.Context, do func() error) error {
	return exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: a.random}.Do(ctx, do)
}

// save saves and returns next, the result of an exchange of i. If the store fails, next stays in memory.
func (a *Adapter) save(ctx context.Context, i, next install) install {
	if err := a.retry(ctx, func() error { return a.saveInstall(ctx, next) }); err != nil {
		a.logger.ErrorContext(ctx, "cannot save a token", "error", err)
		a.tokens.unsaved.Store(i.Refresh, next)
		return next
	}
	a.tokens.unsaved.Delete(i.Refresh)
	return next
}

func (a *Adapter) serveCallback(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie(stateCookie)
	query := r.URL.Query()
	switch {
	case err != nil || cookie.Value != query.Get("state") || !a.oauth.validState(cookie.Value, time.Now()):
		writePage(w, http.StatusBadRequest, a.pageSentences(r).InvalidState(a.oauth.installURL()))
		return
	case query.Get("error") != "" || query.Get("code") == "":
		writePage(w, http.StatusOK, a.pageSentences(r).NothingInstalled)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: stateCookie, Path: "/slack/", MaxAge: -1})
	if err := a.install(r.Context(), query.Get("code")); err != nil {
		a.logger.ErrorContext(r.Context(), "cannot install", "error", loggable(err))
		writePage(w, http.StatusBadGateway, a.pageSentences(r).Unfinished(a.oauth.installURL()))
		return
	}
	writePage(w, http.StatusOK, a.pageSentences(r).Installed)
}

func writePage(w http.ResponseWriter, status int, text chat.Text) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text.String() + "\n"))
}

func (a *Adapter) install(ctx context.Context, code string) error {
	made := time.Now() // before the exchange, so that every removal of this installation is later
	got, err := a.oauth.access(ctx, url.Values{"code": {code}, "redirect_uri": {a.oauth.redirectURL()}})
	if err != nil {
		return err
	}
	i := install{Enterprise: got.Enterprise.ID, Team: got.Team.ID, BotUser: got.BotUserID, Made: made}
	i.setToken(got, made)
	if got.IsEnterpriseInstall {
		i.Team = ""
	}
	a.suspended.Forget(tokenKey+i.Token, profilesKey+i.Token) // the token may be the same, with more scopes
	if err := a.saveInstall(ctx, i); err != nil {
		return err
	}
	if a.intake.Handler() != nil {
		a.tell(ctx, chat.VerbPresent, i.tenant()) // before Run there is no handler, and a later command informs it
	}
	return nil
}

func (a *Adapter) pageSentences(r *http.Request) Sentences {
	first, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	first, _, _ = strings.Cut(first, ";")
	return a.says(strings.TrimSpace(first))
}

func (a *Adapter) tell(ctx context.Context, verb, tenant string) bool {
	return a.intake.Report(ctx, a.logger, verb, chat.Place{Platform: Platform, Team: tenant})
}
