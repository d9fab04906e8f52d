package convert

import "strings"

// Cell returns what somebody has written as a cell of a table in a file: programs of tables take
// some texts for formulas, which this keeps from being one.
func Cell(text string) string {
	if first := strings.TrimSpace(text); first != "" && strings.ContainsRune("=+-@", rune(first[0])) || strings.ContainsAny(text, "\t\r\n") {
		return "'" + text
	}
	return text
}
