package trainer_test

import (
	"fmt"

	"moyo/contest/rating"
	"moyo/study/trainer"
)

func Example() {
	person := rating.New()
	problem := trainer.NewProblem(1600)
	person, problem = person.After(rating.Result{Opponent: problem, Score: 1}), problem.After(rating.Result{Opponent: person, Score: 0})
	fmt.Printf("person %.0f ± %.0f, problem %.0f ± %.0f\n", person.Points, person.Deviation, problem.Points, problem.Deviation)
	// Output:
	// person 1728 ± 259, problem 1569 ± 117
}
