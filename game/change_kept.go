package game

import "errors"

// keeper reads and writes a row that is kept of a person.
type keeper[T comparable] struct {
	read   func() (T, error)
	change func(T) (T, error)
	next   func(T) T // the changed row in its next version
	keep   func(T) error
}

// changeKept changes a row by compare-and-swap, and gives what it was and what it is then.
func changeKept[T comparable](k keeper[T]) (before, after T, err error) {
	var none T
	for range maxAttempts {
		before, err := k.read()
		if err != nil {
			return none, none, &StoreError{Err: err}
		}
		after, err := k.change(before)
		if err != nil || after == before {
			return before, before, err
		}
		after = k.next(after)
		err = k.keep(after)
		if err == nil {
			return before, after, nil
		}
		if !errors.Is(err, ErrStale) {
			return before, before, unkept(err)
		}
	}
	return none, none, ErrStale
}

// unkept is the error of a store that may not have kept something.
func unkept(err error) error {
	if err == nil || errors.Is(err, ErrCondemned) {
		return err
	}
	return &StoreError{Err: err, Unknown: !errors.Is(err, ErrNotStored)}
}
