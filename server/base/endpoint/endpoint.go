// Package endpoint registers routes: the handler, the rule that says who may use it, and its description.
// What routes share is here: how an error is answered (by the table of package apierror; an internal one is
// logged), the size of a body, and how uploads are bounded.
package endpoint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// MaxBody is the size of a request's body, in bytes; files have their own.
const MaxBody = 16 << 10

// Answer is what a response is made of.
type Answer[T any] struct{ Body T }

// API is where features register their routes, each with who may use it.
type API struct {
	huma.API
	Mux      *http.ServeMux
	Rules    access.Rules
	Channels map[string]Messages                     // of connections that stay open, by their paths
	Stream   func(http.HandlerFunc) http.HandlerFunc // bounds and ends streams of events
	Log      *slog.Logger
}

// Messages are what goes over a connection that stays: what the client sends on it, and what the server
// does, as values of their types; nil for nothing.
type Messages struct{ Sends, Receives any }

// Register adds a route. The handler's errors become answers.
func Register[I, O any](api API, rule access.Rule, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	api.Rules[pattern(op)] = rule
	huma.Register(api.API, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err == nil {
			return out, nil
		}
		e := apierror.Of(err)
		if e.Code == apierror.Internal || errors.Is(err, store.ErrNoSpace) {
			api.Log.Error("request failed", "operation", op.OperationID, "err", err)
		}
		return nil, &problem{e.Problem()}
	})
}

// Describe returns what OpenAPI says of a route with a small body. errs are the statuses of its errors beside that of too
// many requests.
func Describe(id, method, path, summary string, errs ...int) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, MaxBodyBytes: MaxBody, Errors: append(errs, http.StatusTooManyRequests),
	}
}

// Creates returns a route as it is where it makes something.
func Creates(op huma.Operation) huma.Operation {
	op.DefaultStatus = http.StatusCreated
	return op
}

// Limited returns a handler that refuses an address that asks more than rate times a second for a longer time. what names
// the kind of question, which has a count of its own.
func Limited[I, O any](
	rates *limit.Addresses, what string, rate float64, handler func(context.Context, *I) (*O, error),
) func(context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) {
		if err := rates.Allow(ctx, what, rate); err != nil {
			return nil, err
		}
		return handler(ctx, in)
	}
}

func pattern(op huma.Operation) string { return op.Method + " " + op.Path }

// Handle adds a route that answers with no JSON, or not once. OpenAPI describes it if it has an id.
func (api API) Handle(rule access.Rule, op huma.Operation, handler http.HandlerFunc) {
	op.Method = cmp.Or(op.Method, http.MethodGet)
	api.Rules[pattern(op)] = rule
	api.Mux.HandleFunc(pattern(op), handler)
	if op.OperationID == "" {
		return
	}
	for name := range strings.SplitSeq(op.Path, "{") {
		if name, _, ok := strings.Cut(name, "}"); ok {
			op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: "string"}})
		}
	}
	api.OpenAPI().AddOperation(&op)
}

// Socket adds a WebSocket, or another connection that the handler looks after itself.
func (api API) Socket(rule access.Rule, op huma.Operation, messages Messages, handler http.HandlerFunc) {
	api.Handle(rule, op, handler)
	api.Channels[op.Path] = messages
}

// Events adds a stream of server-sent events or lines, each a value of one type.
func (api API) Events(rule access.Rule, op huma.Operation, each any, handler http.HandlerFunc) {
	api.Socket(rule, op, Messages{nil, each}, api.Stream(handler))
}

// problem is an answer that is an error.
type problem struct{ wire.Problem }

// Error implements error.
func (p *problem) Error() string { return p.Detail }

// GetStatus implements huma.StatusError.
func (p *problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *problem) ContentType(string) string { return "application/problem+json" }

// UploadTime bounds how long an upload may take.
const UploadTime = time.Minute

// Uploads bound how many files are read at once, and how often: reading one is costly.
type Uploads struct {
	Reading *limit.Addresses // its connections are the uploads being read and looked at
	Rates   *limit.Addresses
	Rate    float64 // uploads a second that one address may send on end
}

// Admit refuses an upload before its body is read: afterwards the refusal would
// have cost it all.
func (u Uploads) Admit() huma.Middlewares {
	return huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		if u.Rates.Allow(ctx.Context(), "boards", u.Rate) != nil { // first: a refusal below takes a place while the body is thrown away
			refuse(ctx, limit.ErrTooOften)
			return
		}
		leave, err := u.Reading.Connect(ctx.Context())
		if err != nil {
			refuse(ctx, limit.ErrTooOften)
			return
		}
		defer leave()
		next(ctx)
	}}
}

// errTooLarge refuses a body that is longer than its route takes.
var errTooLarge = apierror.Say(apierror.TooLarge, "server.large", "What was sent is larger than what is taken here.")

// errBroken refuses a body that ends early, or has broken chunks.
var errBroken = apierror.Say(apierror.BadRequest, "server.broken", "What was sent is broken, or has not come as a whole.")

// Problems is a transformer of huma's answers. It gives two of huma's own errors the form of all others: a body without a
// stated length that is longer than its route takes, and a body that cannot be read.
func Problems(ctx huma.Context, _ string, answer any) (any, error) {
	own, ok := answer.(*huma.ErrorModel)
	switch {
	case ok && own.Status == http.StatusRequestEntityTooLarge:
		return &problem{apierror.Of(errTooLarge).Problem()}, nil
	case ok && own.Status == http.StatusInternalServerError && isBroken(ctx):
		return &problem{apierror.Of(errBroken).Problem()}, nil
	}
	return answer, nil
}

// Bodies is a middleware that knows whether a body could not be read: that is for huma an error of the server's.
func Bodies(ctx huma.Context, next func(huma.Context)) { next(&bodied{request: ctx}) }

// request is huma's context. It has another name because an embedded Context would hide its method Context.
type request huma.Context

// bodied is a request whose body is being read.
type bodied struct {
	request
	broken bool
}

// Unwrap returns the request as it was, for huma.
func (b *bodied) Unwrap() huma.Context { return b.request }

// BodyReader returns the body.
func (b *bodied) BodyReader() io.Reader { return &noting{b.request.BodyReader(), b} }

// SetStatus sets the status of the answer.
func (b *bodied) SetStatus(code int) {
	if b.broken && code == http.StatusInternalServerError {
		code = http.StatusBadRequest
	}
	b.request.SetStatus(code)
}

// noting is a body that notes that it is broken. Its time and its size are huma's affair.
type noting struct {
	io.Reader
	of *bodied
}

func (n *noting) Read(p []byte) (int, error) {
	count, err := n.Reader.Read(p)
	n.of.broken = n.of.broken || err != nil && !errors.Is(err, io.EOF)
	return count, err
}

// Close closes the body.
func (n *noting) Close() error {
	if c, ok := n.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// isBroken says whether the body of a request could not be read.
func isBroken(ctx huma.Context) bool {
	for {
		switch c := ctx.(type) {
		case *bodied:
			return c.broken
		case interface{ Unwrap() huma.Context }:
			ctx = c.Unwrap()
		default:
			return false
		}
	}
}

// AtMost refuses a request by its Content-Length, before its body is read. Without that header huma's own bound applies.
func AtMost(bytes int64, refusal error) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if n, err := strconv.ParseInt(ctx.Header("Content-Length"), 10, 64); err == nil && n > bytes {
			refuse(ctx, refusal)
			return
		}
		next(ctx)
	}
}

// What is thrown away of a body that is refused: many clients read no answer before they have sent
// all, and would see that the connection is reset.
const (
	drainBytes = 32 << 20
	drainTime  = 5 * time.Second
)

// refuse answers a request whose body has not been read.
func refuse(ctx huma.Context, err error) {
	ctx.SetHeader("Connection", "close") // else the body would be waited for
	answer := &problem{apierror.Of(err).Problem()}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err) // it has texts and numbers alone
	}
	ctx.SetHeader("Content-Type", answer.ContentType(""))
	ctx.SetHeader("Content-Length", strconv.Itoa(len(body))) // so that it is whole before the rest is read
	ctx.SetStatus(answer.Status)
	_, _ = ctx.BodyWriter().Write(body)
	w, ok := ctx.BodyWriter().(http.ResponseWriter)
	if !ok || ctx.Header("Expect") != "" || http.NewResponseController(w).Flush() != nil ||
		ctx.SetReadDeadline(time.Now().Add(drainTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, ctx.BodyReader(), drainBytes)
}

// Reply returns a response with that body.
func Reply[T any](body T) *Answer[T] { return &Answer[T]{Body: body} }

// ReplyOr returns a response with that body, or the error.
func ReplyOr[T any](body T, err error) (*Answer[T], error) {
	if err != nil {
		return nil, err
	}
	return Reply(body), nil
}

// ByID is the input of a route that asks for something by its id alone.
type ByID struct {
	ID string `path:"id"`
}

// One returns a handler that answers with what show returns of an id.
func One[T any](show func(ctx context.Context, id string) (T, error)) func(context.Context, *ByID) (*Answer[T], error) {
	return func(ctx context.Context, in *ByID) (*Answer[T], error) { return ReplyOr(show(ctx, in.ID)) }
}
