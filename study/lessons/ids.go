package lessons

// IDs returns the ids of all lessons.
func IDs() []string {
	var ids []string
	for _, l := range All() {
		ids = append(ids, l.ID)
	}
	return ids
}

// StepIDs returns the ids of all steps, such as "weiqi.ko".
func StepIDs() []string {
	var ids []string
	for _, l := range All() {
		for _, s := range l.Steps {
			ids = append(ids, l.ID+"."+s.ID)
		}
	}
	return ids
}

// PartIDs returns the ids of all parts, such as "weiqi.ko.again".
func PartIDs() []string { return partIDs(func(*Part) bool { return true }) }

// PunishIDs returns the ids of the parts in which the page has a text about the punishment of a
// wrong move.
func PunishIDs() []string { return partIDs(func(p *Part) bool { return p.Punish != "" }) }

func partIDs(is func(*Part) bool) []string {
	var ids []string
	for _, l := range All() {
		for _, s := range l.Steps {
			for _, p := range s.Parts {
				if is(&p) {
					ids = append(ids, l.ID+"."+s.ID+"."+p.ID)
				}
			}
		}
	}
	return ids
}
