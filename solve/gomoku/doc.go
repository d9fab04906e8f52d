// Package gomoku finds forced wins at n in a row, and proves them: by continuous
// fours ([Fours]), and by fours and threats of a victory by fours. What it
// claims it can show: a [proof.Proof] that the checker of package proof, which
// knows the rules only, accepts or refuses.
package gomoku
