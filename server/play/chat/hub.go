// Package chat carries messages in games, with one room for the players and one for spectators, and in shared
// studies. It has its own WebSockets and tables and does not know matches or trees, so chat never delays a move.
// The goroutine of a connection writes its lines, and at most maxWriting lines wait for the disk. A client that
// does not read loses its chat connection, not its game.
//
// Text is plain: no markup, no links, and nothing that [identity.CleanText] removes.
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

// The limits of chat.
const (
	maxText     = 200 // characters per line
	maxWriting  = 8   // lines waiting for the disk; a transaction of moves has no more beside it
	maxLines    = 500
	historySize = 50
	playerRate  = 0.4 // lines per second that one player may sustain
	addressRate = 2.0 // the same for one address
	remembered  = 3   // latest lines of a player that must not be repeated
	repeatAfter = time.Minute
)

// Store is the storage of chat.
type Store interface {
	store.DB
	Game(ctx context.Context, id string) (store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	Silence(ctx context.Context, player string) (store.Silence, error)
}

// Config configures the chat.
type Config struct {
	Store Store
	// Study returns the owner of a shared study and the players invited to edit it, or store.ErrNotFound.
	Study   func(ctx context.Context, id string) (owner string, editors []string, err error)
	Blocks  func(ctx context.Context, player string) (map[string]bool, error) // the players that a player blocks
	Gate    *socket.Gate
	Rates   *limit.Addresses
	Budget  *storage.Budget
	PerGame int              // maximum number of WebSockets per game
	Cluster *cluster.Cluster // the nodes of the server; nil for a single node
	Log     *slog.Logger
	Now     func() time.Time
}

// Hub holds the rooms that have members. Its lock is held only briefly: never during a call to the store, and never together
// with another lock.
type Hub struct {
	Config
	ctx     context.Context
	writing chan struct{} // one entry for each line waiting for the disk
	said    func(Line)    // publishes a line to other nodes
	related func(player string)

	mu    sync.Mutex
	games map[string]*talk // by id of the game or study
}

// talk is a game or study with open rooms.
type talk struct {
	members map[*socket.Conn]*member
	lines   map[string]int     // per room, including those waiting for the disk
	said    map[string][]spoke // the latest lines of each player
}

// spoke is a line of a player, folded.
type spoke struct {
	text string
	at   time.Time
}

// member is a connection to the rooms of a game.
type member struct {
	visitor
	blocks map[string]bool // ids of players; nil until loaded, and no lines are sent before that; replaced, never modified
}

// New returns an empty hub. Its connections end with ctx.
func New(ctx context.Context, cfg Config) *Hub {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	h := &Hub{Config: cfg, ctx: ctx, writing: make(chan struct{}, maxWriting), games: map[string]*talk{}}
	h.said = cluster.Others(cfg.Cluster, "said", h.hearLine)
	h.related = cluster.Others(cfg.Cluster, "related", h.hearRelated)
	return h
}

// hearLine sends a line that was said or removed on another node to members on this node.
func (h *Hub) hearLine(l Line) {
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
		h.Log.Error("cannot show a line of another node", "game", l.Game, "err", err)
	}
}

// hearRelated handles a call of Related on another node.
func (h *Hub) hearRelated(player string) {
	if err := h.relatedHere(h.ctx, player); err != nil && h.ctx.Err() == nil {
		h.Log.Error("cannot read a player's blocks", "err", err)
	}
}

// visitorFor returns the visitor for a user, with the account's properties that rights depend on.
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

// enter adds a connection to the rooms of a place and sends it the history. It may be called again.
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
		if counts[room], err = h.kept().Count(ctx, id, room); err != nil {
			return err
		}
	}
	if err := h.add(id, c, &member{visitor: v}, counts); err != nil {
		return err
	}
	blocks, err := h.Blocks(ctx, v.player)
	if err != nil {
		return err
	}
	h.mu.Lock()
	m := h.games[id].members[c] // only this goroutine removes it
	m.blocks = blocks
	h.mu.Unlock()
	return h.welcome(ctx, p, c, v, blocks)
}

// add adds a member; counts are the numbers of lines in the game's rooms.
func (h *Hub) add(id string, c *socket.Conn, m *member, counts map[string]int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.games[id]
	if t == nil {
		t = &talk{members: map[*socket.Conn]*member{}, lines: counts, said: map[string][]spoke{}}
		h.games[id] = t
	}
	if t.members[c] == nil && len(t.members) >= h.PerGame {
		return apierror.Say(apierror.TooMany, "chat.crowd", "This chat is full right now.")
	}
	t.members[c] = m
	return nil
}

// leave removes a connection, if it is present.
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

// welcome sends a member its rights and the latest lines of the rooms that it may read.
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

// history returns the last lines of a room before the given line, or the latest if that is 0, without those of players in
// blocks. The caller checks that the user may read the room.
func (h *Hub) history(
	ctx context.Context, g store.Game, player string, blocks map[string]bool, room string, before int64,
) (*ChatHistory, error) {
	lines, err := h.kept().Lines(ctx, Query{Game: g.ID, Room: room, Before: before, Limit: historySize + 1})
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

// names caches players' names while a list is built.
type names map[string]store.Player

// line returns a line in its wire form. Authors with an account have their present name, guests their name in the game.
func (h *Hub) line(ctx context.Context, g store.Game, l Line, known names) (*wire.ChatLine, error) {
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

// nameAt returns the name that a line's author has in the game, or "" for a spectator.
func nameAt(g store.Game, l Line) string {
	if g.Partners > 0 {
		return g.NameOf(l.Player)
	}
	return map[string]string{"black": g.Black.Name, "white": g.White.Name}[l.Seat]
}

// say publishes a line and returns its id.
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
		return 0, apierror.Say(apierror.BadRequest, "chat.nothing", "The message is empty, or there is no room %.20q.", room)
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
	l := Line{Game: id, Room: room, Player: who.Player, Seat: seatOf(p.Game, who.Player), Text: text, At: h.Now()}
	if l.ID, err = h.write(ctx, l); err != nil {
		return 0, err
	}
	return l.ID, h.tell(ctx, p, l)
}

// maySay returns an error if a player may not talk in a room of the place as it is now.
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
		return apierror.Say(apierror.Silenced, "chat.silenced", "You cannot chat until %s. The moderators' reason: %s",
			sentence.Moment(quiet.Until), quiet.Why)
	}
	return nil
}

// reserve counts a line that is about to be said, or returns an error that says why it may not be.
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
		return apierror.Say(apierror.TooMany, "chat.full", "This chat is full: a game has room for %d lines.", maxLines)
	}
	t.lines[room]++
	t.said[player] = append(last[max(0, len(last)-remembered+1):], spoke{folded, now})
	return nil
}

// write writes a line to disk.
func (h *Hub) write(ctx context.Context, l Line) (int64, error) {
	select {
	case h.writing <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { <-h.writing }()
	return h.kept().Add(ctx, l)
}

// tell sends a line to all members that may read it and do not block its author.
func (h *Hub) tell(ctx context.Context, p place, l Line) error {
	h.said(l)
	return h.tellHere(ctx, p, l)
}

// tellHere is tell for members on this node.
func (h *Hub) tellHere(ctx context.Context, p place, l Line) error {
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

// Related updates a player's connections after the player's blocks have changed.
func (h *Hub) Related(ctx context.Context, player string) error {
	h.related(player)
	return h.relatedHere(ctx, player)
}

func (h *Hub) relatedHere(ctx context.Context, player string) error {
	blocks, err := h.Blocks(ctx, player)
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

// Socket returns the handler for the WebSocket of a game's chat. The path contains the game's id.
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
		panic(err) // plain data always encodes
	}
	return data
}
