// Package trainer is the logic of training with problems of life and death: ratings of people and
// problems (Glicko-2), the choice of the next problem, the repetition of failed ones, the judgement
// of moves, exams and statistics. It stores nothing and reads no clock: callers supply the time,
// the dice, and a solver.
package trainer
