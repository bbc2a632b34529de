package store_test

import (
	"net"
	"net/url"
	"slices"
	"testing"
	"time"

	"othellobot/store"
	"othellobot/store/storetest"
)

// TestTime checks that only a shared store has a clock.
func TestTime(t *testing.T) {
	s := open(t, storetest.Postgres(t), timing)
	before := time.Now()
	now, ok, err := s.Time(t.Context())
	if !ok || err != nil || now.Before(before.Add(-time.Second)) || now.After(time.Now().Add(time.Second)) { // the server is on this machine
		t.Errorf("%v, %v, %v", now, ok, err)
	}
	time.Sleep(2 * time.Millisecond) // so that the clock moves on
	later, _, err := s.Time(t.Context())
	if !later.After(now) || err != nil {
		t.Errorf("%v after %v, %v", later, now, err)
	}
	for _, url := range []string{"memory:", fileURL(t)} {
		if now, ok, err := open(t, url, timing).Time(t.Context()); ok || !now.IsZero() || err != nil {
			t.Errorf("%v, %v, %v", now, ok, err)
		}
	}
}

// TestNotesWaitForNoDisk checks that ordinary changes wait for the server's disk and light ones do not.
// Behind a pooler both wait, because sessions cannot be configured.
func TestNotesWaitForNoDisk(t *testing.T) {
	for url, want := range map[string]string{storetest.Postgres(t): "off", storetest.Pooled(t, storetest.Postgres(t)): "on"} {
		changes, notes, err := store.SynchronousCommit(t.Context(), open(t, url, timing))
		if !slices.Equal(changes, []string{"on", "on"}) || !slices.Equal(notes, []string{want, want}) || err != nil {
			t.Errorf("for changes %q, for notes %q, %v; want %q", changes, notes, err, want)
		}
	}
}

// TestDemoted checks that connections to a standby are dropped and the refused work is done on new ones.
func TestDemoted(t *testing.T) {
	s := open(t, storetest.Postgres(t), timing)
	crowd(t, s)
	if n, err := store.Demote(t.Context(), s); n < 4 || err != nil {
		t.Fatalf("%d connections: %v", n, err)
	}
	noError(t, s.Check(t.Context()))
}

// TestSilentHost checks that a host that accepts connections but never answers does not delay the search
// for the primary.
func TestSilentHost(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer silent.Close()
	_, address := newProxy(t, storetest.Postgres(t))
	at, err := url.Parse(address)
	noError(t, err)
	query := at.Query()
	at.Host = silent.Addr().String() + "," + net.JoinHostPort(at.Host, query.Get("port"))
	query.Del("port")
	at.RawQuery = query.Encode()
	s := open(t, at.String(), timing)
	if err := loadWithin(t, s, 2500*time.Millisecond); err != nil { // as long as users wait
		t.Error(err)
	}
}
