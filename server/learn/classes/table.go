package classes

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"

	"moyo/server/base/apierror"
	"moyo/server/base/convert"
)

// Table answers a teacher with the progress of a class's pupils, as CSV.
func (s *Service) Table(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	err := s.Rates.Allow(ctx, "class", s.Limits.Lists)
	var v *Class
	if err == nil {
		v, err = s.viewFor(ctx, r.PathValue("id"))
	}
	if err == nil && !v.Mine {
		err = errUnknown
	}
	if err != nil {
		apierror.Write(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "class-"+v.ID+".csv"))
	_, _ = w.Write(writeCSV(v)) // the client may have gone
}

// writeCSV writes a line for each pupil.
func writeCSV(v *Class) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	head := []string{"name"}
	for _, t := range v.Tasks {
		head = append(head, convert.Cell(headOf(t)))
	}
	_ = w.Write(head) // a buffer accepts everything
	for _, row := range v.Rows {
		line := []string{convert.Cell(row.Name)}
		for i, cell := range row.Cells {
			line = append(line, convert.Cell(textOf(v.Tasks[i], cell)))
		}
		_ = w.Write(line)
	}
	w.Flush()
	return out.Bytes()
}

// headOf returns the heading of a task in the table.
func headOf(t ClassTask) string {
	about := map[string]string{kindLesson: t.Lesson, kindProblems: t.Title, kindGames: t.GameTitle + " " + t.BoardTitle}[t.Kind]
	return fmt.Sprintf("%d %s %s", t.Number, t.Kind, about)
}

// textOf returns a pupil's progress in a task; for problems: how many of how many are solved, in how many tries.
func textOf(t ClassTask, c ClassCell) string {
	switch {
	case t.Kind == kindLesson:
		return fmt.Sprintf("%d of %d", c.Right, t.Of)
	case t.Kind == kindProblems:
		return fmt.Sprintf("%d of %d in %d", c.Right, t.Of, c.Tried)
	case c.Engine != "":
		return c.Result + " against " + c.Engine
	case c.Mate != "":
		return c.Result + " against " + c.Mate
	}
	return c.Result
}
