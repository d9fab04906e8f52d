package relation

// Relations is the answer of GET /api/relations: names of accounts, newest first. PUT and DELETE /api/relations/KIND/NAME change
// them, with the kinds "follow" and "block". Players cannot see who blocks them.
type Relations struct {
	Follows []string `json:"follows"`
	Blocks  []string `json:"blocks"`
}
