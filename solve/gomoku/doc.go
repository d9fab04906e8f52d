// Package gomoku finds forced wins at n in a row, and proves them: by continuous fours ([Fours]),
// and by fours and threats of a win by fours. It supports its claims by a [proof.Proof], which the
// checker of package proof, which knows only the rules, accepts or refuses.
package gomoku
