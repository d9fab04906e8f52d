// Package push sends short messages to browsers that have subscribed, even while no page is open. Messages are encrypted for the
// browser (RFC 8291), handed to its push service (RFC 8030) and signed with this server's key (RFC 8292).
//
// Strangers choose the address of a push service. Package push therefore connects only to public addresses over https, follows no
// redirects and reads almost nothing.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"moyo/server/base/guard"
)

// The bounds of a sender.
const (
	workers   = 8
	queueSize = 512
	retries   = 2                // after the first try
	retryWait = 20 * time.Second // grows with each try
	lifetime  = 24 * time.Hour   // how long a push service keeps a message that the browser has not fetched
)

// Message is a message for a browser. Its texts together must be shorter than 3,000 bytes.
type Message struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Path  string `json:"path"` // of the page that it opens
	Tag   string `json:"tag"`  // identifies its subject; a later message replaces an earlier one
}

// Doer sends requests; *http.Client implements it.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Config configures a sender.
type Config struct {
	Key     []byte // from NewKey
	Contact string // of the operator, for push services: an https address or an e-mail address
	Client  Doer   // nil for one that connects to public addresses only
	// Gone is called with a subscription that its push service no longer knows.
	Gone func(ctx context.Context, v Subscription)
	Log  *slog.Logger
}

// NewKey returns a new private key for a server.
func NewKey() []byte {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // cannot happen: it fails only without a source of random numbers
	}
	return key.Bytes()
}

// Sender sends messages. It is safe for use by several goroutines.
type Sender struct {
	cfg     Config
	public  string
	ctx     context.Context
	stop    context.CancelFunc
	queue   chan job
	resting atomic.Int32 // messages that wait for another try
	wg      sync.WaitGroup
}

// job is a message to one browser.
type job struct {
	to    Subscription
	body  []byte
	topic string
	tries int
}

// New returns a sender that works until Close.
func New(cfg Config) *Sender {
	key, err := ecdh.P256().NewPrivateKey(cfg.Key)
	if err != nil {
		panic(fmt.Sprintf("push: invalid key: %v", err))
	}
	if cfg.Client == nil {
		cfg.Client = newClient()
	}
	s := &Sender{cfg: cfg, public: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), queue: make(chan job, queueSize)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	for range workers {
		s.wg.Go(s.work)
	}
	return s
}

// Close stops sending and waits for the workers.
func (s *Sender) Close() {
	s.stop()
	s.wg.Wait()
}

// PublicKey returns the key that browsers subscribe with.
func (s *Sender) PublicKey() string { return s.public }

// Send queues a message for a browser. It reports whether there was room.
func (s *Sender) Send(to Subscription, m Message) bool {
	body, err := json.Marshal(m)
	if err != nil {
		panic(err) // cannot happen: texts only
	}
	sum := sha256.Sum256([]byte(m.Tag))
	return s.enqueue(job{to: to, body: body, topic: base64.RawURLEncoding.EncodeToString(sum[:16])})
}

func (s *Sender) enqueue(j job) bool {
	select {
	case s.queue <- j:
		return true
	default:
		return false
	}
}

func (s *Sender) work() {
	for {
		select {
		case j := <-s.queue:
			err := guard.Run(func() error { return s.send(j) })
			if err != nil {
				s.cfg.Log.Debug("not pushed", "err", err, "try", j.tries+1)
			}
		case <-s.ctx.Done():
			return
		}
	}
}

// send hands one message to its push service.
func (s *Sender) send(j job) error {
	ctx, cancel := context.WithTimeout(s.ctx, requestTime)
	defer cancel()
	subscription := &webpush.Subscription{Endpoint: j.to.Endpoint, Keys: webpush.Keys{Auth: j.to.Auth, P256dh: j.to.Key}}
	answer, err := webpush.SendNotificationWithContext(ctx, j.body, subscription, &webpush.Options{
		HTTPClient: s.cfg.Client, Subscriber: s.cfg.Contact, Topic: j.topic, TTL: int(lifetime.Seconds()), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: s.public, VAPIDPrivateKey: base64.RawURLEncoding.EncodeToString(s.cfg.Key),
	})
	if err != nil {
		s.again(j)
		return err
	}
	_ = answer.Body.Close() // it may be endless, and is not needed
	switch code := answer.StatusCode; {
	case code == http.StatusNotFound || code == http.StatusGone:
		s.cfg.Gone(ctx, j.to)
	case code == http.StatusTooManyRequests || code >= 500:
		s.again(j)
		return fmt.Errorf("push service answered %s", answer.Status)
	case code >= 300:
		return fmt.Errorf("push service answered %s", answer.Status)
	}
	return nil
}

// again queues a message for another try after a delay, unless the queue is full. As many messages as the queue holds may wait.
func (s *Sender) again(j job) {
	if j.tries++; j.tries > retries || s.resting.Load() >= queueSize {
		return
	}
	s.resting.Add(1)
	time.AfterFunc(time.Duration(j.tries)*retryWait, func() {
		s.resting.Add(-1)
		s.enqueue(j)
	})
}
