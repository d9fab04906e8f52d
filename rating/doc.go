// Package rating is how strong people are, and how hard problems: Glicko-2.
package rating
