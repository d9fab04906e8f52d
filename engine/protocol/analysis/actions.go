package analysis

import "encoding/json"

// act performs an action and returns the client's object to it, with the answer's fields.
func (s *server) act(id, action string, fields map[string]json.RawMessage) {
	switch action {
	case "query_version":
		s.echo(fields, map[string]any{"version": s.cfg.Version, "git_hash": "<omitted>"})
	case "query_models":
		models := []any{}
		for _, name := range s.cfg.Models {
			models = append(models, map[string]any{
				"name": name, "internalName": name, "maxBatchSize": 1, "usesHumanSLProfile": false, "version": 0, "usingFP16": "false",
			})
		}
		s.echo(fields, map[string]any{"models": models})
	case "clear_cache":
		s.cleared.Add(1)
		s.echo(fields, nil)
	case "terminate", "terminate_all":
		s.terminate(id, action == "terminate_all", fields)
	default:
		s.complain("'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or 'terminate_all'")
	}
}

// terminate stops the turns of a query, or of all.
func (s *server) terminate(id string, all bool, fields map[string]json.RawMessage) {
	d := &decoder{fields: fields}
	target, ok := d.text("terminateId")
	if !all && !ok {
		d.fail("terminateId", `Requests for a terminate action must have a string "terminateId" field`)
	}
	_, some := fields["turnNumbers"]
	turns := map[int64]bool{}
	for _, t := range d.integers("turnNumbers", "If provided, must be an array of integers indicating turns to terminate") {
		turns[t] = true
	}
	if d.fault != nil {
		s.send(complaint{Error: d.fault.text, Field: d.fault.field, ID: &id})
		return
	}
	s.stop(func(j *job) bool { return (all || j.id == target) && (!some || turns[j.turn]) })
	s.echo(fields, nil)
}

// echo sends the client's fields with more of them.
func (s *server) echo(fields map[string]json.RawMessage, more map[string]any) {
	all := map[string]any{}
	for name, value := range fields {
		all[name] = value
	}
	for name, value := range more {
		all[name] = value
	}
	s.send(all)
}
