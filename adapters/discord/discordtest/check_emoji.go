package discordtest

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"regexp"
	"strings"
)

// Limits of an emoji: https://docs.discord.com/developers/resources/emoji.
const (
	maxEmojiBytes = 256 << 10
	maxEmojiSide  = 128 // pixels; Discord would shrink a larger picture
)

var emojiName = regexp.MustCompile(`^\w+$`)

// emoji checks an uploaded emoji: https://docs.discord.com/developers/reference#image-data.
func (k *checker) emoji(o object) {
	k.wants(emojiName.MatchString(textOf(o["name"])), "an emoji cannot have the name %q", o["name"])
	kind, text, _ := strings.Cut(textOf(o["image"]), ",")
	k.wants(kind == "data:image/png;base64", "the picture of an emoji begins with %.40q", kind)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		k.breaks("the picture of an emoji is no base64: %v", err)
		return
	}
	k.wants(len(data) <= maxEmojiBytes, "the picture of an emoji has %d bytes, want at most %d", len(data), maxEmojiBytes)
	picture, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		k.breaks("the picture of an emoji cannot be decoded: %v", err)
		return
	}
	k.wants(picture.Width <= maxEmojiSide && picture.Height <= maxEmojiSide, "the picture of an emoji has %d×%d pixels, want at most %d×%d",
		picture.Width, picture.Height, maxEmojiSide, maxEmojiSide)
}
