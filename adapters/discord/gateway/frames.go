package gateway

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

// Opcodes of frames, https://datatracker.ietf.org/doc/html/rfc6455#section-5.2.
const (
	frameMore  = 0x0
	frameText  = 0x1
	frameClose = 0x8
	framePing  = 0x9
	framePong  = 0xA
)

const (
	frameFinal     = 0x80
	maxControl     = 125
	maxMessage     = 8 << 20
	maxUpgradeHead = 16 << 10
)

var (
	errFrame  = &lossError{Reason: "frame not understood"}
	errTooBig = &lossError{Reason: "message too large"}
)

// readUpgrade reads the head of the answer to the request for a websocket.
func readUpgrade(in *bufio.Reader) ([]byte, error) {
	var head []byte
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if head = append(head, line...); len(head) > maxUpgradeHead {
			return nil, errTooBig
		}
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
	}
	if !strings.HasPrefix(string(head), "HTTP/1.1 101 ") {
		return nil, &lossError{Reason: "no websocket", Code: status(head)}
	}
	return head, nil
}

// status gives the code in the first line of an HTTP answer, 0 if there is none.
func status(head []byte) (code int) {
	_, rest, _ := bytes.Cut(head, []byte(" "))
	for _, c := range rest[:min(3, len(rest))] {
		if c < '0' || c > '9' {
			return 0
		}
		code = 10*code + int(c-'0')
	}
	return code
}

// frames reads the frames that a server sends.
type frames struct {
	in      *bufio.Reader
	message bytes.Buffer // what has come of a message in several frames
	open    bool         // more of it is to come
}

// next gives the next whole text message or control frame. Binary messages are an
// error, because Discord sends them only if asked to compress.
func (f *frames) next() (opcode byte, payload []byte, err error) {
	for {
		first, size, err := f.head()
		if err != nil {
			return 0, nil, err
		}
		final, opcode := first&frameFinal != 0, first&^frameFinal // no opcode has reserved bits
		switch {
		case opcode == frameClose, opcode == framePing, opcode == framePong:
			if !final {
				return 0, nil, errFrame
			}
			payload := make([]byte, size)
			_, err := io.ReadFull(f.in, payload)
			return opcode, payload, err
		case opcode == frameText && !f.open, opcode == frameMore && f.open:
			if size > uint64(maxMessage-f.message.Len()) {
				return 0, nil, errTooBig
			}
			if _, err := io.CopyN(&f.message, f.in, int64(size)); err != nil {
				return 0, nil, err
			}
			f.open = !final
			if final {
				payload := f.message.Bytes()
				f.message = bytes.Buffer{}
				return frameText, payload, nil
			}
		default:
			return 0, nil, errFrame
		}
	}
}

// head reads the head of a frame: its first byte, and the size of its payload,
// which must not be masked, and must be small in a control frame.
func (f *frames) head() (first byte, size uint64, err error) {
	var b [8]byte
	if _, err := io.ReadFull(f.in, b[:2]); err != nil {
		return 0, 0, err
	}
	first, size = b[0], uint64(b[1])
	if size&0x80 != 0 || (first&0x08 != 0 && size > maxControl) {
		return 0, 0, errFrame
	}
	long := 0
	switch size {
	case 126:
		long = 2
	case 127:
		long = 8
	default:
		return first, size, nil
	}
	_, err = io.ReadFull(f.in, b[8-long:])
	clear(b[:8-long])
	return first, binary.BigEndian.Uint64(b[:]), err
}

// appendFrame appends a frame as a server sends it.
func appendFrame(to []byte, opcode byte, payload []byte) []byte {
	to = append(to, frameFinal|opcode)
	switch n := len(payload); {
	case n <= maxControl:
		to = append(to, byte(n))
	case n <= 0xFFFF:
		to = binary.BigEndian.AppendUint16(append(to, 126), uint16(n))
	default:
		to = binary.BigEndian.AppendUint64(append(to, 127), uint64(n))
	}
	return append(to, payload...)
}
