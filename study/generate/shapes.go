package generate

import (
	"strings"
)

// shape is a well-known group, drawn without its surroundings: X is the group's, O the attacker's, a dot
// is empty, anything else is outside. The edge of the board is above the first row; in a corner another
// edge is before the first column.
type shape struct {
	at   place
	rows []string
}

// shapes are starting points: their surroundings and single stones are varied.
var shapes = [places][]shape{
	corner: drawn(corner, cornerShapes), side: drawn(side, sideShapes), centre: drawn(centre, centreShapes),
}

// drawn reads drawings with empty lines between them.
func drawn(at place, text string) []shape {
	var list []shape
	for drawing := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		list = append(list, shape{at, strings.Split(drawing, "\n")})
	}
	return list
}

const cornerShapes = `
...XX
.XXX
XX

...X.
.XXX
.X
XX

....X
.XXXX
.X
XX

...X.
...X
.XXX
XX

...X.
...X
...X
XXXX
.

....
...X
...X
.XXX
.

....
...X
XXXX

....
...X
.XXX
.

..XX
.XX
XX

...X
.XX
.X
X

....X
.XX.X
.XXXX
XX

.X..X
...XX
XXXX

..X.X
XX..X
-XXXX

.O..X
..XXX
XXX

..O.X
XX..X
-XXXX

.....X
.XXXX
XX

.....
XXXXX

......
XXXXXX

.....
.XXXX
.X

..O..
X...X
XXXXX

.X...
X.XXX
XXX

...O.
.X..X
XXXXX

O...X
X.X.X
XXXXX

.XX.X
..O.X
XXXXX

.....
.X..X
...XX
XXXX

......
...X.X
..X.X
.X
.X

.....
..XXXX
..X
.X
.X

......
..XXX
.X
.X
.

....
.X.X
..XX
XXX

.OO.X
....X
XXXXX

..OO.X
.XXO.X
XX.XXX

.OX.X
..O.X
XXXXX

.OO..
XOO.X
X.XXX
XXX

.O.O.
.XX.X
X..XX
XXXX

..X..
.O.XX
.OXX
XXX
`

const sideShapes = `
........
-XXXXXX

.........
-XXXXXXX

X......
XXXXXXX

X.....X
XXXXXXX

.X.X.X.
XXXXXXX

..X...X..
-XX.X.XX
--XXXXX

.X...X.
.X...X.
.XX.XX
--XXX

.......
.X...X.
-XXXXX

........
.X....X.
-XX..XX
--XXXX

...O...
X.....X
XXXXXXX

..O.O..
.XX.XX.
--XXX

.X.X...
X.X.XX.
XXXXX

........
.XX.X.X.
-X.X.X
-XXXXX

.........
.XX...XX.
--XXXXX

..OO..
.X..X.
-X..X
-XXXX

......
.X..X.
-X.X.X
-XXXX

.....
.X.X.
.X.X.
-XXX

.......
.X.XX.
X.X..X
XX.XXX
-XXX

.......
..XXX..
.X...X.
-XX.XX
--XXX

.X.....X.
.XXO.XXX
--XXXX

.OO...
.XX.XX
-X.XX
-XXX

..O....
.X.OX.X
-XXX.XX
---XXX

.O.X.O.
.XOXOX.
-XXXXX

..OO.X.
.XXO.X
-X.XXX
-XXX

...X...
.XO.OX.
-X...X
-XXXXX
`

const centreShapes = `
-XXXX
X....X
X.O..X
-XXXX

-XXX
X...X
X.X.XX
XX...X
-XXXX

--XXX
-XX.XX
X.....X
-XX..X
--XXX

-XXX
X...XX
X.O..X
XX..XX
-XXXX

-XX.XX
X.X.X.X
-X...X
-XXXXX

XXXXX
X...X
X.XOXX
XX...X
-XXXXX
`
