// Package trainer is the logic of training with problems of life and death: how
// strong a person and how hard a problem is (Glicko-2), which problem comes
// next, when one that was failed comes again, what a move in one does, exams and
// statistics. It keeps nothing and knows no clock: whoever uses it brings the
// time, the dice, and a solver.
package trainer
