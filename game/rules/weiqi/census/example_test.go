package census_test

import (
	"context"
	"fmt"

	"moyo/board"
	"moyo/game/rules/weiqi/census"
)

func Example() {
	count, err := census.Legal(context.Background(), board.Grid(2, 2), nil)
	fmt.Println(count.Legal, err)
	// Output: 57 <nil>
}
