package limit

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Declaration is a limit that operators can set. Features declare limits as struct fields with the tags limit,
// default and help:
//
//	Pupils int `limit:"pupils" default:"60" help:"pupils of one class"`
//
// Its type is int, float64 (a number a second), int64 (bytes, written as 64MiB), time.Duration or [Quota].
// A default that does not begin with a digit is a description: code computes the value, before [SetDefaults].
// A field with the tag shared gets the value of the limit of that name, which another struct declares.
type Declaration struct {
	Name, Default, Help string
	field               reflect.Value
}

// Declared returns the limits that a struct and the structs in it declare, by name. limits is a pointer to
// the struct.
func Declared(limits any) []Declaration {
	all := declared(nil, reflect.ValueOf(limits).Elem())
	slices.SortFunc(all, func(a, b Declaration) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func declared(all []Declaration, v reflect.Value) []Declaration {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		switch name := tag.Get("limit"); {
		case name != "":
			all = append(all, Declaration{name, tag.Get("default"), tag.Get("help"), v.Field(i)})
		case v.Field(i).Kind() == reflect.Struct:
			all = declared(all, v.Field(i))
		}
	}
	return all
}

// SetDefaults sets every declared limit that is zero to its default, and every shared one to the value of the limit
// that it names.
func SetDefaults(limits any) {
	known := map[string]reflect.Value{}
	for _, d := range Declared(limits) {
		known[d.Name] = d.field
		if !d.field.IsZero() || !strings.ContainsAny(d.Default[:min(1, len(d.Default))], "0123456789") {
			continue
		}
		if err := d.set(d.Default); err != nil {
			panic(fmt.Sprintf("the default of the limit %s: %v", d.Name, err))
		}
	}
	share(reflect.ValueOf(limits).Elem(), known)
}

func share(v reflect.Value, known map[string]reflect.Value) {
	for i := range v.NumField() {
		if name := v.Type().Field(i).Tag.Get("shared"); name != "" {
			value, ok := known[name]
			if !ok {
				panic(fmt.Sprintf("the field %s shares the limit %s, which is not declared", v.Type().Field(i).Name, name))
			}
			v.Field(i).Set(value)
		} else if v.Field(i).Kind() == reflect.Struct {
			share(v.Field(i), known)
		}
	}
}

// Set sets a declared limit to an operator's value. The error explains what is wrong with the value.
func Set(limits any, name, value string) error {
	var names []string
	for _, d := range Declared(limits) {
		if d.Name == name {
			if err := d.set(value); err != nil {
				return fmt.Errorf("limit %s=%s: %w", name, value, err)
			}
			return nil
		}
		names = append(names, d.Name)
	}
	return fmt.Errorf("unknown limit %q: want one of %s", name, strings.Join(names, ", "))
}

// mostLimit is larger than any useful limit.
const mostLimit = 1_000_000_000

func (d Declaration) set(value string) (err error) {
	switch field := d.field.Addr().Interface().(type) {
	case *int:
		*field, err = whole(value)
	case *float64:
		*field, err = perSecond(value)
	case *time.Duration:
		length, wrong := time.ParseDuration(value)
		if wrong != nil || length < time.Millisecond || length > 24*time.Hour {
			err = errors.New("want a time from 1ms to 24h, such as 20s or 1m30s")
		}
		*field = length
	case *int64:
		n, unit := strings.CutSuffix(value, "MiB")
		mebibytes, wrong := whole(n)
		if !unit || wrong != nil || mebibytes > 1<<20 {
			err = errors.New("want a size in whole MiB, such as 64MiB")
		}
		*field = int64(mebibytes) << 20
	case *Quota:
		daily, atOnce, two := strings.Cut(value, "/")
		n, wrong := whole(daily)
		m, alsoWrong := whole(atOnce)
		if !two || wrong != nil || alsoWrong != nil {
			err = errors.New("want a number per day and a number at a time, such as 400/40")
		}
		*field = Quota{Daily: float64(n), AtOnce: m}
	default:
		panic(fmt.Sprintf("the limit %s has the type %s", d.Name, d.field.Type()))
	}
	return err
}

func whole(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > mostLimit {
		return 0, fmt.Errorf("want a whole number from 1 to %d", mostLimit)
	}
	return n, nil
}

func perSecond(value string) (float64, error) {
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || !(f >= 1e-6 && f <= mostLimit) { // this also refuses NaN
		return 0, fmt.Errorf("want a number from 0.000001 to %d", mostLimit)
	}
	return f, nil
}
