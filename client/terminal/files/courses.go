package files

import (
	"fmt"
	"strings"

	"moyo/internal/errtext"
	"moyo/study/bank"
	"moyo/study/courses"
)

// Course is a course of the shipped bank.
type Course struct {
	courses.Set
	bank []bank.Problem
}

// Courses returns the courses of the shipped bank.
func Courses() ([]Course, error) {
	problems, err := bank.Shipped()
	if err != nil {
		return nil, err
	}
	var out []Course
	for _, s := range courses.Divide(problems) {
		out = append(out, Course{s, problems})
	}
	return out, nil
}

// OpenCourse returns the course with this id or name, in upper or lower case.
func OpenCourse(name string) (*Course, error) {
	all, err := Courses()
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range all {
		if strings.EqualFold(all[i].ID, name) || strings.EqualFold(all[i].Name, name) {
			return &all[i], nil
		}
		ids = append(ids, all[i].ID)
	}
	return nil, fmt.Errorf("course %q: want one of %s", errtext.Clip(name, 40), strings.Join(ids, ", "))
}

// List yields the problems of the course, easy ones first.
func (c *Course) List(yield func(Listed, error) bool) {
	for _, i := range c.Problems {
		if !yield(bankListed(&c.bank[i]), nil) {
			return
		}
	}
}

// Ranks returns the ranks of the easiest problem and the hardest.
func (c *Course) Ranks() (from, to string) {
	return c.bank[c.Problems[0]].Rank(), c.bank[c.Problems[len(c.Problems)-1]].Rank()
}
