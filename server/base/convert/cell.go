package convert

import "strings"

// Cell returns user text for a cell of a table in a file. Spreadsheet programs treat some texts as formulas; Cell
// prevents that.
func Cell(text string) string {
	if first := strings.TrimSpace(text); first != "" && strings.ContainsRune("=+-@", rune(first[0])) || strings.ContainsAny(text, "\t\r\n") {
		return "'" + text
	}
	return text
}
