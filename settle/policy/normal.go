package policy

import (
	"slices"
	"strings"
	"unicode"
)

// views gives the readings of a text that the rules are held against: lower-case
// words of a-z and 0-9, single spaces between them, "." between sentences. The
// first is the plain one. Others undo what hides a wording: digits for letters,
// letters that are spaced or dotted apart, and marks within a word.
func views(s string) []string {
	folded := fold(s)
	out := []string{words(folded)}
	add := func(v string) {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	joined := words(together(folded))
	add(joined)
	add(spelled(out[0]))
	plain := words(unleet(folded))
	add(plain)
	add(words(together(unleet(folded))))
	add(spelled(plain))
	return out
}

// fold gives lower-case text in which every letter that looks like one of a-z is
// that one, and nothing invisible is left.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case invisible(r):
			continue
		case unicode.IsSpace(r) && r != '\n':
			b.WriteByte(' ')
			continue
		}
		switch {
		case r == '\'' || r == '`': // someone's is someones
		case r < 0x80:
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteString(latin(r))
		}
	}
	return b.String()
}

// invisible are characters that take no place: marks that go over a letter,
// joiners, direction marks, variation selectors, tags, and controls.
func invisible(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return false
	case r == 0xAD || r == 0x34F || r == 0x61C || r == 0x180E || r == 0xFEFF || r == 0x3164 || r == 0xFFA0 || r == 0x2800,
		r >= 0x115F && r <= 0x1160, r >= 0x17B4 && r <= 0x17B5, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E,
		r >= 0x2060 && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r)
}

// words keeps letters and digits, one space between words, and " . " between
// sentences.
func words(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space, stop := false, false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if b.Len() > 0 {
				switch {
				case stop:
					b.WriteString(" . ")
				case space:
					b.WriteByte(' ')
				}
			}
			space, stop = false, false
			b.WriteRune(r)
		case r == '.' || r == '!' || r == '?' || r == ';' || r == '\n':
			stop = true
		default:
			space = true
		}
	}
	return b.String()
}

// together drops one or two marks that stand between two letters or digits:
// pass-word, c.a.p.t.c.h.a, d_o_x. A stop before a space stays.
func together(s string) string {
	rs := []rune(s)
	var b strings.Builder
	b.Grow(len(s))
	mark := func(i int) bool { return i < len(rs) && rs[i] != ' ' && rs[i] != '\n' && !alnum(rs[i]) }
	for i := 0; i < len(rs); i++ {
		end := i
		for mark(end) && end-i < 2 {
			end++
		}
		if end > i && i > 0 && end < len(rs) && alnum(rs[i-1]) && alnum(rs[end]) {
			i = end - 1
			continue
		}
		b.WriteRune(rs[i])
	}
	return b.String()
}

func alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// spelled joins runs of three or more single letters: p a s s w o r d.
func spelled(s string) string {
	in := strings.Fields(s)
	var out []string
	for i := 0; i < len(in); {
		j := i
		word := ""
		for j < len(in) && len(in[j]) == 1 {
			word += strings.Trim(in[j], ".")
			j++
		}
		if len(word) >= 3 {
			out = append(out, word)
			i = j
			continue
		}
		if j == i {
			j = i + 1
		}
		out = append(out, in[i:j]...)
		i = j
	}
	return strings.Join(out, " ")
}

// unleet reads digits and signs as the letters that they stand for, in words that
// have a letter beside them and in very short ones: p4ssw0rd, c@ptcha, $$n, 70.
func unleet(s string) string {
	rs := []rune(s)
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(rs); {
		j := i
		letters := 0
		for j < len(rs) && (alnum(rs[j]) || stands(rs[j]) != 0) {
			if unicode.IsLetter(rs[j]) {
				letters++
			}
			j++
		}
		if j == i {
			b.WriteRune(rs[i])
			i++
			continue
		}
		for k, r := range rs[i:j] {
			// A mark at the end of a word is punctuation, as in "now!".
			last := !slices.ContainsFunc(rs[i+k:j], alnum)
			stops := last && (r == '!' || r == '|' || r == '+')
			if l := stands(r); l != 0 && (letters > 0 || j-i <= 2) && !stops {
				r = l
			}
			b.WriteRune(r)
		}
		i = j
	}
	return b.String()
}

// stands is the letter that a digit or sign is written for; 0 for none.
func stands(r rune) rune {
	switch r {
	case '0':
		return 'o'
	case '1', '!', '|':
		return 'i'
	case '3':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7', '+':
		return 't'
	case '8':
		return 'b'
	}
	return 0
}
