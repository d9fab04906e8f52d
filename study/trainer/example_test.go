package trainer_test

import (
	"fmt"

	"moyo/study/trainer"
)

func Example() {
	person := trainer.NewPerson()
	problem := trainer.NewProblem(1600)
	person, problem = person.After(trainer.Result{Opponent: problem, Score: 1}), problem.After(trainer.Result{Opponent: person, Score: 0})
	fmt.Printf("person %.0f ± %.0f, problem %.0f ± %.0f\n", person.Points, person.Deviation, problem.Points, problem.Deviation)
	// Output:
	// person 1728 ± 259, problem 1569 ± 117
}
