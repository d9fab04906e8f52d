package tables

// kind is the kind of a column's values, independent of the database's type.
type kind string

// The kinds of columns.
const (
	text   kind = "text"
	octets kind = "bytes"  // also text with any bytes
	number kind = "number" // integer
	real   kind = "real"
	truth  kind = "truth"
	value  kind = "json"
)

// column is a column of a table, except generated ones.
type column struct {
	Name string `json:"name"`
	Kind kind   `json:"kind"`
}

// table is a table with data that an operator needs.
type table struct {
	name    string
	key     string // the order of its rows
	columns []column
	counter string // the auto-increment column, "" for none
}

// columnsOf returns columns from a list of kinds, each followed by the names of its columns.
func columnsOf(kinds ...any) (all []column) {
	var k kind
	for _, v := range kinds {
		switch v := v.(type) {
		case kind:
			k = v
		case string:
			all = append(all, column{v, k})
		}
	}
	return all
}

// schema has all tables with all columns. Tests of both databases compare it with theirs.
var schema = []table{
	{"games", "id", columnsOf(text, "id", "board", "board_title", "rules", value, "black", "white", text, "black_player",
		"white_player", "clock", truth, "rated", "private", "estimates", text, "colors", "speed", "names", "phase", number, "ply",
		"turn", text, "result", number, "winner", "version", "created", "updated", "deadline", "partners", octets, "sum", "made"), ""},
	{"game_partners", "game_id, side, place", columnsOf(text, "game_id", number, "side", "place", text, "person", "name", number,
		"ranked", "ended", "changed"), ""},
	{"events", "game, version", columnsOf(text, "game", number, "version", text, "command", "body", octets, "sum"), ""},
	{"boards", "hash", columnsOf(text, "hash", "title", octets, "body", number, "created"), ""},
	{"board_owners", "owner, hash", columnsOf(text, "owner", "hash", "title", number, "created"), ""},
	{"shared_boards", "hash", columnsOf(text, "hash", "owner", "title", "search", number, "points", "edges", "least", "most",
		"at", "played", truth, "hidden"), ""},
	{"trainees", "owner", columnsOf(text, "owner", number, "version", real, "points", "deviation", "volatility", octets, "state",
		number, "updated"), ""},
	{"attempts", "owner, version", columnsOf(text, "owner", number, "version", text, "problem", number, "at", truth, "right",
		"rated", number, "took", real, "points", "deviation", "volatility", "against_points", "against_deviation",
		"against_volatility"), ""},
	{"cards", "owner, problem", columnsOf(text, "owner", "problem", number, "tried", "solved", "last", "step", "lapses", "due"), ""},
	{"problem_ratings", "problem", columnsOf(text, "problem", real, "points", "deviation", "volatility", number, "tried", "solved"), ""},
	{"collections", "owner, id", columnsOf(text, "owner", "id", "title", number, "problems", octets, "body", number, "created"), ""},
	{"players", "id", columnsOf(text, "id", "role", "name", "skeleton", number, "created", "suspended", text, "why", octets, "settings"), ""},
	{"sessions", "hash", columnsOf(text, "hash", "player", "device", "address", number, "created", "seen", "expires"), ""},
	{"tokens", "hash", columnsOf(text, "hash", "player", "title", "scopes", number, "created", "used"), ""},
	{"credentials", "player", columnsOf(text, "player", number, "version", text, "body"), ""},
	{"passkeys", "id", columnsOf(text, "id", "player"), ""},
	{"links", "issuer, subject", columnsOf(text, "issuer", "subject", "player"), ""},
	{"failures", "key", columnsOf(text, "key", number, "count", "last", "forgotten"), ""},
	{"outbox", "number", columnsOf(number, "number", text, "kind", "game", number, "at"), "number"},
	{"outbox_heard", "subscriber", columnsOf(text, "subscriber", number, "number"), ""},
	{"ratings", "player, pool", columnsOf(text, "player", "pool", real, "points", "deviation", "volatility", number, "since",
		"games", "opponents", "listed"), ""},
	{"rated_games", "player, pool, at, game", columnsOf(text, "player", "pool", number, "at", text, "game", "opponent", truth,
		"black", real, "score", text, "refusal", real, "before_points", "before_deviation", "before_volatility", "after_points",
		"after_deviation", "after_volatility", "against_points", "against_deviation", "against_volatility", number, "since",
		"games", "opponents"), ""},
	{"chat", "id", columnsOf(number, "id", text, "game", "room", "player", "seat", octets, "text", number, "at", truth, "removed"), "id"},
	{"relations", "player, kind, other", columnsOf(text, "player", "kind", "other", number, "created"), ""},
	{"reports", "id", columnsOf(number, "id", text, "kind", "reporter", truth, "guest", text, "target", "game", number, "line",
		text, "reason", octets, "text", number, "created", text, "state", "moderator", number, "claimed", text, "outcome", "board"), "id"},
	{"audit", "id", columnsOf(number, "id", "at", text, "by", "kind", "target", number, "report", "line", "until", text, "why",
		"note", "board"), "id"},
	{"silences", "player", columnsOf(text, "player", number, "until", text, "why"), ""},
	{"warnings", "player, deed", columnsOf(text, "player", number, "deed"), ""},
	{"invitations", "hash", columnsOf(text, "hash", "player", number, "created", "expires"), ""},
	{"reviews", "game", columnsOf(text, "game", number, "at", "bytes", octets, "body"), ""},
	{"mistakes", "owner, game, number", columnsOf(text, "owner", "game", number, "number", "created", "tried", "solved", "last",
		"step", "lapses", "due", octets, "body"), ""},
	{"libraries", "owner", columnsOf(text, "owner", number, "next_game", "next_file", "next_segment", "games", "bytes", "played",
		"resetting", "updated"), ""},
	{"library_files", "owner, file", columnsOf(text, "owner", number, "file", text, "name", number, "games", "added"), ""},
	{"library_kinds", "owner, game, board", columnsOf(text, "owner", "game", "board", number, "games"), ""},
	{"library_games", "owner, number", columnsOf(text, "owner", number, "number", "file", octets, "sum", text, "black", "white",
		"event", "heads", "date", "result", number, "day", "winner", text, "game", "board", "rules", number, "moves", "bytes", text,
		"played", number, "added", "waiting"), ""},
	{"library_records", "owner, number", columnsOf(text, "owner", number, "number", octets, "body"), ""},
	{"library_gone", "owner, number", columnsOf(text, "owner", number, "number"), ""},
	{"library_segments", "owner, segment", columnsOf(text, "owner", number, "segment", "entries", "state", "begun"), ""},
	{"library_pages", "owner, segment, page", columnsOf(text, "owner", number, "segment", "page", "first", octets, "body"), ""},
	{"studies", "id", columnsOf(text, "id", "owner", "title", "edit", number, "version", "chapters", "bytes", "created",
		"changed", octets, "state"), ""},
	{"study_chapters", "study, chapter", columnsOf(text, "study", number, "chapter", "version", octets, "body"), ""},
	{"study_ops", "study, version", columnsOf(text, "study", number, "version", text, "command", octets, "body"), ""},
	{"study_editors", "study, player", columnsOf(text, "study", "player", number, "at"), ""},
	{"tournaments", "id", columnsOf(text, "id", "owner", "title", "phase", number, "version", "created", "changed", octets, "summary"), ""},
	{"tournament_events", "tournament, version", columnsOf(text, "tournament", number, "version", octets, "body"), ""},
	{"simuls", "id", columnsOf(text, "id", "owner", "title", "phase", number, "version", "created", "changed", octets, "body"), ""},
	{"ladders", "id", columnsOf(text, "id", "owner", "title", "games", truth, "listed", "closed", number, "version", "created",
		"changed", "due", octets, "state"), ""},
	{"ladder_players", "ladder, player", columnsOf(text, "ladder", "player"), ""},
	{"ladder_events", "ladder, version", columnsOf(text, "ladder", number, "version", octets, "body"), ""},
	{"classes", "id", columnsOf(text, "id", "owner", "code", number, "version", "created", "used", octets, "body"), ""},
	{"class_pupils", "player", columnsOf(text, "player", "class", number, "version", text, "name", number, "created", octets, "body"), ""},
	{"teams", "id", columnsOf(text, "id", "name", "skeleton", "about", "rules", "entry", "code", number, "version", "created",
		"used", "barred"), ""},
	{"team_members", "team, player", columnsOf(text, "team", "player", "role", number, "since"), ""},
	{"team_matches", "id", columnsOf(text, "id", "home", "guest", "phase", number, "version", "created", "changed", octets, "body"), ""},
	{"plans", "game, player", columnsOf(text, "game", "player", number, "version", octets, "body", number, "changed"), ""},
	{"notes", "game, player", columnsOf(text, "game", "player", octets, "body", number, "changed"), ""},
	{"vacations", "player, began", columnsOf(text, "player", number, "began", "until", "days", truth, "told"), ""},
	{"study_seen", "player, study", columnsOf(text, "player", "study", number, "at"), ""},
	{"notifications", "id", columnsOf(number, "id", text, "player", "sender", "kind", "key", "text", "path", number, "created",
		truth, "read"), "id"},
	{"wishes", "player", columnsOf(text, "player", octets, "body", number, "updated"), ""},
	{"subscriptions", "endpoint", columnsOf(text, "endpoint", "player", "session", "key", "auth", number, "seen"), ""},
	{"digests", "player", columnsOf(text, "player", number, "since", "sent"), ""},
	{"secrets", "name", columnsOf(text, "name", octets, "body"), ""},
	{"runs", "began", columnsOf(number, "began", "seen"), ""},
	{"spent", "day, key", columnsOf(number, "day", text, "key", number, "bytes"), ""},
	{"ready", "id", columnsOf(number, "id", "at"), ""},
}
