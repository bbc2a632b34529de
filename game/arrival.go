package game

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A room remembers all deliveries of the last arrivalMemory, but at least minArrivals and at most
// maxArrivals.
const (
	minArrivals   = 64
	maxArrivals   = 256
	arrivalMemory = 10 * time.Minute
)

type arrival struct {
	hash    uint64 // the last arrivalBits bits are used
	at      int64  // in Unix seconds
	version int64  // the version of the room that the delivery created
}

type arrivals []arrival

// arrivalBits is the length of a hash. 48 bits keep documents short, and a room has too few
// deliveries for a collision.
const arrivalBits = 48

func (d Delivery) hash() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(d)) // Write of a hash never fails
	return h.Sum64() >> (64 - arrivalBits)
}

// Knows reports whether the delivery changed the room recently.
func (r Room) Knows(d Delivery) bool { return r.madeBy(d) != 0 }

// madeBy returns the version of the room that a delivery created, or 0 if the room does not remember
// the delivery.
func (r Room) madeBy(d Delivery) int64 {
	if d == "" {
		return 0
	}
	hash := d.hash()
	for _, a := range slices.Backward(r.arrivals) {
		if a.hash == hash {
			return a.version
		}
	}
	return 0
}

func (r *Room) recordDelivery(d Delivery, now time.Time) {
	if d == "" {
		return
	}
	r.arrivals = append(slices.Clone(r.arrivals), arrival{d.hash(), now.Unix(), r.Version})
	old := now.Add(-arrivalMemory).Unix()
	for n := len(r.arrivals); n > maxArrivals || n > minArrivals && r.arrivals[0].at < old; n = len(r.arrivals) {
		r.arrivals = r.arrivals[1:]
	}
}

// MarshalText writes the hash, time and version of each delivery in base 36, as words like
// "2f.k7.9".
func (all arrivals) MarshalText() ([]byte, error) {
	text := make([]byte, 0, 24*len(all))
	for i, a := range all {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(strconv.AppendUint(text, a.hash, 36), '.')
		text = append(strconv.AppendInt(text, a.at, 36), '.')
		text = strconv.AppendInt(text, a.version, 36)
	}
	return text, nil
}

// UnmarshalText reads the output of [arrivals.MarshalText].
func (all *arrivals) UnmarshalText(text []byte) error {
	for word := range strings.FieldsSeq(string(text)) {
		hash, rest, _ := strings.Cut(word, ".")
		at, version, _ := strings.Cut(rest, ".")
		var a arrival
		var errs [3]error
		a.hash, errs[0] = strconv.ParseUint(hash, 36, arrivalBits)
		a.at, errs[1] = strconv.ParseInt(at, 36, 64)
		a.version, errs[2] = strconv.ParseInt(version, 36, 64)
		if errs != [3]error{} {
			return errUnreadable
		}
		*all = append(*all, a)
	}
	return nil
}
