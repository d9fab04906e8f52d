package access_test

import (
	"fmt"
	"time"

	"moyo/server/base/access"
	"moyo/server/base/identity"
)

func ExampleSuspended() {
	until := time.Date(2027, 1, 2, 15, 0, 0, 0, time.UTC)
	fmt.Println(access.Suspended(identity.Who{Suspended: true, Until: until, Why: "Insults."}))
	fmt.Println(access.Suspended(identity.Who{Suspended: true, Until: access.Forever}))
	// Output:
	// You are suspended until 2 January 2027, 15:00 UTC and may only watch. The moderators say: Insults.
	// You are suspended for good and may only watch.
}
