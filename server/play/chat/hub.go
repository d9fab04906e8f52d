// Package chat is what people say in games, in one room the two players, in
// another one those who watch, and in shared studies. It has WebSockets and tables of its own and knows
// no match and no tree, so that nothing that is said delays a move: each line is written by the
// goroutine of the connection that it came from, at most maxWriting of all lines wait
// for the disk at a time, and a client that does not listen loses its chat and not
// its game.
//
// Text is text: there is no markup, no link, and nothing in it that
// [identity.CleanText] takes out.
package chat

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The bounds of talk.
const (
	maxText     = 200 // characters of a line
	maxWriting  = 8   // lines on their way to disk at a time; a transaction of moves has no more beside it
	maxLines    = 500
	historySize = 50
	playerRate  = 0.4 // lines a second that one player may say on end
	addressRate = 2.0 // and one address
	remembered  = 3   // lines of a player that must not be said again
	repeatAfter = time.Minute
)

// Store is what is kept.
type Store interface {
	store.Chat
	store.Relations
	Game(ctx context.Context, id string) (store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	Silence(ctx context.Context, player string) (store.Silence, error)
}

// Config is what the rooms of talk are made of.
type Config struct {
	Store Store
	// Study returns who has a shared study and whom they have invited to edit it, or store.ErrNotFound.
	Study   func(ctx context.Context, id string) (owner string, editors []string, err error)
	Gate    *socket.Gate
	Rates   *limit.Addresses
	Budget  *storage.Budget
	PerGame int              // WebSockets of one game at most
	Cluster *cluster.Cluster // the nodes of the server; nil for this one alone
	Log     *slog.Logger
	Now     func() time.Time
}

// Hub holds the rooms in which somebody is. Its lock is held for moments only, never
// while the store is asked, and never together with another one.
type Hub struct {
	Config
	ctx     context.Context
	writing chan struct{}    // one entry for each line on its way to disk
	said    func(store.Line) // tells other nodes
	related func(player string)

	mu    sync.Mutex
	games map[string]*talk // by id of the game or study
}

// talk is a game, or a study, whose rooms somebody has open.
type talk struct {
	members map[*socket.Conn]*member
	lines   map[string]int     // of each room, on disk or on their way
	said    map[string][]spoke // what each player has said last
}

// spoke is something that somebody has said, folded.
type spoke struct {
	text string
	at   time.Time
}

// member is a connection in the rooms of a game.
type member struct {
	visitor
	blocks map[string]bool // players, by id; nil until it is known: nothing is sent before. It is replaced, never changed
}

// New returns a hub in which nobody is. Its connections end with ctx.
func New(ctx context.Context, cfg Config) *Hub {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	h := &Hub{Config: cfg, ctx: ctx, writing: make(chan struct{}, maxWriting), games: map[string]*talk{}}
	h.said = cluster.Others(cfg.Cluster, "said", h.hearLine)
	h.related = cluster.Others(cfg.Cluster, "related", h.hearRelated)
	return h
}

// hearLine tells those here of a line that was said, or removed, on another node.
func (h *Hub) hearLine(l store.Line) {
	h.mu.Lock()
	t := h.games[l.Game]
	if t != nil && !l.Removed {
		t.lines[l.Room]++
	}
	h.mu.Unlock()
	if t == nil {
		return
	}
	p, err := h.placeOf(h.ctx, l)
	if err == nil {
		err = h.tellHere(h.ctx, p, l)
	}
	if err != nil && h.ctx.Err() == nil {
		h.Log.Error("a line of another node is not shown", "game", l.Game, "err", err)
	}
}

// hearRelated is Related on behalf of another node.
func (h *Hub) hearRelated(player string) {
	if err := h.relatedHere(h.ctx, player); err != nil && h.ctx.Err() == nil {
		h.Log.Error("whom a player blocks is not known", "err", err)
	}
}

// visitorFor returns somebody with what their rights go by.
func (h *Hub) visitorFor(ctx context.Context, who identity.Who) (visitor, error) {
	v := visitor{player: who.Player, account: who.Role != store.Guest}
	if !v.account {
		return v, nil
	}
	p, err := h.Store.Player(ctx, who.Player)
	if errors.Is(err, store.ErrNotFound) {
		return v, nil
	}
	v.settled = err == nil && h.Now().Sub(p.Created) >= newcomer
	return v, err
}

// blocks asks whom a player blocks.
func (h *Hub) blocks(ctx context.Context, player string) (map[string]bool, error) {
	list, err := h.Store.Related(ctx, player, store.Block)
	blocks := map[string]bool{}
	for _, r := range list {
		blocks[r.Other] = true
	}
	return blocks, err
}

// enter takes a connection into the rooms of a place and sends it what there is to
// read. It may be called again.
func (h *Hub) enter(ctx context.Context, find finder, id string, c *socket.Conn) error {
	if err := h.Rates.Allow(ctx, "read chat", readRate); err != nil {
		return err
	}
	p, err := find(ctx, id)
	if err != nil {
		return err
	}
	v, err := h.visitorFor(ctx, c.Who)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, room := range p.rooms() {
		if counts[room], err = h.Store.CountLines(ctx, id, room); err != nil {
			return err
		}
	}
	if err := h.add(id, c, &member{visitor: v}, counts); err != nil {
		return err
	}
	blocks, err := h.blocks(ctx, v.player)
	if err != nil {
		return err
	}
	h.mu.Lock()
	m := h.games[id].members[c] // which nobody else takes out
	m.blocks = blocks
	h.mu.Unlock()
	return h.welcome(ctx, p, c, v, blocks)
}

// add takes a member in; counts are the lines that the game's rooms have.
func (h *Hub) add(id string, c *socket.Conn, m *member, counts map[string]int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.games[id]
	if t == nil {
		t = &talk{members: map[*socket.Conn]*member{}, lines: counts, said: map[string][]spoke{}}
		h.games[id] = t
	}
	if t.members[c] == nil && len(t.members) >= h.PerGame {
		return apierror.Say(apierror.TooMany, "chat.crowd", "Too many people are here right now.")
	}
	t.members[c] = m
	return nil
}

// leave takes a connection out, if it is there.
func (h *Hub) leave(id string, c *socket.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.games[id]
	if t == nil {
		return
	}
	if delete(t.members, c); len(t.members) == 0 {
		delete(h.games, id)
	}
}

// welcome sends a member what they may do, and the last lines of what they may read.
func (h *Hub) welcome(ctx context.Context, p place, c *socket.Conn, v visitor, blocks map[string]bool) error {
	may := make([]ChatRoom, len(p.rooms()))
	for i, room := range p.rooms() {
		r := p.right(v, room, h.Now())
		may[i] = ChatRoom{Room: room, Read: r.read, Write: r.write, Why: r.why.Text, Refusal: r.why.ID}
	}
	if err := c.Answer(ctx, ChatMessage{Type: "rooms", Rooms: may}); err != nil {
		return err
	}
	for _, room := range may {
		if !room.Read {
			continue
		}
		history, err := h.history(ctx, p.Game, v.player, blocks, room.Room, 0)
		if err != nil {
			return err
		}
		if err := c.Answer(ctx, ChatMessage{Type: "history", History: history}); err != nil {
			return err
		}
	}
	return nil
}

// history returns the last lines of a room before one of them, 0 for the last of
// all, as a player sees them who blocks others. What they may not read they must not
// ask for.
func (h *Hub) history(
	ctx context.Context, g store.Game, player string, blocks map[string]bool, room string, before int64,
) (*ChatHistory, error) {
	lines, err := h.Store.Lines(ctx, store.LineQuery{Game: g.ID, Room: room, Before: before, Limit: historySize + 1})
	if err != nil {
		return nil, err
	}
	out := &ChatHistory{Room: room, Lines: []wire.ChatLine{}, More: len(lines) > historySize}
	names := names{}
	for _, l := range lines[max(0, len(lines)-historySize):] {
		if blocks[l.Player] {
			continue
		}
		line, err := h.line(ctx, g, l, names)
		if err != nil {
			return nil, err
		}
		line.Mine = l.Player == player
		out.Lines = append(out.Lines, *line)
	}
	return out, nil
}

// names remember what players are called while a list is made.
type names map[string]store.Player

// line returns a line as the wire has it. Somebody with an account is called as they
// are called today, a guest as in the game.
func (h *Hub) line(ctx context.Context, g store.Game, l store.Line, known names) (*wire.ChatLine, error) {
	p, ok := known[l.Player]
	if !ok {
		var err error
		if p, err = h.Store.Player(ctx, l.Player); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		known[l.Player] = p
	}
	out := &wire.ChatLine{
		ID: int(l.ID), Room: l.Room, Seat: l.Seat, Name: p.Name, Account: p.Name != "",
		At: l.At.Format(time.RFC3339), Text: l.Text, Removed: l.Removed,
	}
	if out.Name == "" {
		out.Name = nameAt(g, l)
	}
	if l.Removed {
		out.Text = ""
	}
	return out, nil
}

// nameAt returns what whoever said a line is called at the game, "" for who watched.
func nameAt(g store.Game, l store.Line) string {
	if g.Partners > 0 {
		return g.NameOf(l.Player)
	}
	return map[string]string{"black": g.Black.Name, "white": g.White.Name}[l.Seat]
}

// say says a line and returns its id.
func (h *Hub) say(ctx context.Context, find finder, id string, who identity.Who, room, text string) (int64, error) {
	if err := h.Rates.Allow(limit.With(ctx, "player "+who.Player), "chat", playerRate); err != nil {
		return 0, err
	}
	if err := h.Rates.Allow(ctx, "chat", addressRate); err != nil {
		return 0, err
	}
	text = identity.CleanText(text, maxText)
	p, err := find(ctx, id)
	if err != nil {
		return 0, err
	}
	if text == "" || !slices.Contains(p.rooms(), room) {
		return 0, apierror.Say(apierror.BadRequest, "chat.nothing", "There is nothing to say, or no room %.20q.", room)
	}
	if err := h.maySay(ctx, p, who, room); err != nil {
		return 0, err
	}
	if err := h.Budget.Spend(ctx, storage.Line); err != nil {
		return 0, err
	}
	if err := h.reserve(id, who.Player, room, text); err != nil {
		return 0, err
	}
	l := store.Line{Game: id, Room: room, Player: who.Player, Seat: seatOf(p.Game, who.Player), Text: text, At: h.Now()}
	if l.ID, err = h.write(ctx, l); err != nil {
		return 0, err
	}
	return l.ID, h.tell(ctx, p, l)
}

// maySay says why somebody may not talk in a room, as the place is now.
func (h *Hub) maySay(ctx context.Context, p place, who identity.Who, room string) error {
	v, err := h.visitorFor(ctx, who)
	if err != nil {
		return err
	}
	if r := p.right(v, room, h.Now()); !r.write {
		return r.refusal()
	}
	quiet, err := h.Store.Silence(ctx, who.Player)
	if err != nil {
		return err
	}
	if h.Now().Before(quiet.Until) {
		return apierror.Say(apierror.Silenced, "chat.silenced", "You may not talk until %s. The moderators say: %s",
			sentence.Moment(quiet.Until), quiet.Why)
	}
	return nil
}

// reserve counts a line that is about to be said, or says why it is not.
func (h *Hub) reserve(id, player, room, text string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.games[id]
	if t == nil {
		return apierror.New(apierror.BadRequest, `Say "hello" first.`)
	}
	now, folded := h.Now(), fold(text)
	last := slices.DeleteFunc(t.said[player], func(s spoke) bool { return now.Sub(s.at) > repeatAfter })
	if slices.ContainsFunc(last, func(s spoke) bool { return s.text == folded }) {
		return apierror.Say(apierror.TooOften, "chat.repeated", "You have just said that.")
	}
	if t.lines[room] >= maxLines {
		return apierror.Say(apierror.TooMany, "chat.full", "All has been said: a game has room for %d lines.", maxLines)
	}
	t.lines[room]++
	t.said[player] = append(last[max(0, len(last)-remembered+1):], spoke{folded, now})
	return nil
}

// write puts a line on disk.
func (h *Hub) write(ctx context.Context, l store.Line) (int64, error) {
	select {
	case h.writing <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { <-h.writing }()
	return h.Store.AddLine(ctx, l)
}

// tell sends a line to all who may read it and do not block who said it.
func (h *Hub) tell(ctx context.Context, p place, l store.Line) error {
	h.said(l)
	return h.tellHere(ctx, p, l)
}

// tellHere is tell for those who are connected to this node.
func (h *Hub) tellHere(ctx context.Context, p place, l store.Line) error {
	line, err := h.line(ctx, p.Game, l, names{})
	if err != nil {
		return err
	}
	kind := "line"
	if l.Removed {
		kind = "removed"
	}
	theirs := encoded(ChatMessage{Type: kind, Line: line})
	line.Mine = true
	mine := encoded(ChatMessage{Type: kind, Line: line})
	out, err := h.shutOut(ctx, p)
	if err != nil {
		return err
	}
	now := h.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.games[l.Game]
	if t == nil {
		return nil
	}
	for c, m := range t.members {
		switch {
		case m.blocks == nil || out[m.player]:
		case m.player == l.Player:
			c.Send(mine)
		case !m.blocks[l.Player] && p.right(m.visitor, l.Room, now).read:
			c.Send(theirs)
		}
	}
	return nil
}

// Related lets a player's connections know that they block others than before.
func (h *Hub) Related(ctx context.Context, player string) error {
	h.related(player)
	return h.relatedHere(ctx, player)
}

func (h *Hub) relatedHere(ctx context.Context, player string) error {
	blocks, err := h.blocks(ctx, player)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.games {
		for _, m := range t.members {
			if m.player == player {
				m.blocks = blocks
			}
		}
	}
	return nil
}

// Socket returns the handler of the WebSocket of a game's talk, whose id is in the
// path.
func (h *Hub) Socket() http.HandlerFunc { return h.handler(h.game) }

// StudySocket is Socket for a shared study.
func (h *Hub) StudySocket() http.HandlerFunc { return h.handler(h.study) }

func (h *Hub) handler(find finder) http.HandlerFunc {
	return h.Gate.Handler(maxMessage, func(r *http.Request) (socket.Session, error) {
		id := r.PathValue("id")
		_, err := find(r.Context(), id)
		return &visit{h: h, find: find, id: id}, err
	})
}

// encoded returns a message as JSON.
func encoded(message ChatMessage) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(err) // plain data
	}
	return data
}
