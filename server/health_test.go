package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/base/proxy"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// sick is a store whose writes can be made to fail.
type sick struct {
	store.Store
	sick  atomic.Bool
	tries atomic.Int32
}

func (s *sick) Ready(ctx context.Context, at time.Time) error {
	s.tries.Add(1)
	if s.sick.Load() {
		return errors.New("disk full")
	}
	return s.Store.Ready(ctx, at)
}

// TestHealth: a server with a full disk is live and not ready, until it recovers;
// and a thousand requests cause one check in two seconds.
func TestHealth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &sick{Store: sqlitetest.New(t)}
		s := New(testConfig(disk))
		defer s.Close()
		status := func(path string) int {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			return w.Code
		}
		for range 1000 {
			if got := status("/healthz/ready"); got != http.StatusOK {
				t.Fatalf("ready: %d", got)
			}
		}
		disk.sick.Store(true)
		if status("/healthz"); disk.tries.Load() != 1 {
			t.Errorf("%d tries", disk.tries.Load())
		}
		time.Sleep(healthFor)
		if a, b, c := status("/healthz"), status("/healthz/ready"), status("/healthz/live"); a != 503 || b != 503 || c != 200 {
			t.Errorf("sick: %d, ready %d, live %d", a, b, c)
		}
		disk.sick.Store(false)
		time.Sleep(healthFor)
		if got := status("/healthz"); got != http.StatusOK || disk.tries.Load() != 3 {
			t.Errorf("well again: %d after %d tries", got, disk.tries.Load())
		}
	})
}

// TestInsides: metrics and profiles are not accessible on the public site.
func TestInsides(t *testing.T) {
	t.Parallel()
	s := New(testConfig(sqlitetest.New(t)))
	defer s.Close()
	for path, words := range map[string]string{"/metrics": "moyo_connections", "/debug/pprof/": "goroutine", "/debug/pprof/cmdline": "test"} {
		public, private := httptest.NewRecorder(), httptest.NewRecorder()
		s.ServeHTTP(public, httptest.NewRequest("GET", path, nil))
		s.Insides().ServeHTTP(private, httptest.NewRequest("GET", path, nil))
		if strings.Contains(public.Body.String(), words) || !strings.Contains(private.Body.String(), words) {
			t.Errorf("%s: to all %.100q, inside %.100q", path, public.Body, private.Body)
		}
	}
}

// TestStrictTransport makes browsers keep to TLS, also for their token, if they connected
// with TLS according to a trusted proxy; headers of others are ignored.
func TestStrictTransport(t *testing.T) {
	t.Parallel()
	cfg := testConfig(sqlitetest.New(t))
	cfg.Proxies.Networks = proxy.Networks{netip.MustParsePrefix("10.1.1.1/32")}
	s := New(cfg)
	defer s.Close()
	for _, c := range []struct {
		from, proto string
		want        bool
	}{{"10.1.1.1:1", "", false}, {"10.1.1.1:1", "http", false}, {"10.1.1.1:1", "https", true}, {"192.0.2.1:1", "https", false}} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.from
		r.Header.Set("X-Forwarded-Proto", c.proto)
		s.ServeHTTP(w, r)
		cookies := w.Result().Cookies()
		if got := w.Header().Get("Strict-Transport-Security") != ""; got != c.want || len(cookies) != 1 || cookies[0].Secure != c.want {
			t.Errorf("%+v: %v, %v", c, got, cookies)
		}
	}
}
