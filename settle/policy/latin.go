package policy

import (
	"sync"
	"unicode"
)

// latin is the letter of a-z, or the letters, that a rune outside ASCII looks like;
// the rune itself, in lower case, where it looks like none.
func latin(r rune) string {
	if s, ok := lookAlike(r); ok {
		return s
	}
	lower := unicode.ToLower(r)
	if s, ok := lookAlike(lower); ok {
		return s
	}
	return string(lower)
}

func lookAlike(r rune) (string, bool) {
	if s, ok := styled(r); ok {
		return s, true
	}
	s, ok := byRune()[r]
	return s, ok
}

// byRune is alike, by rune; of a rune that stands twice the first counts.
var byRune = sync.OnceValue(func() map[rune]string {
	out := map[rune]string{}
	for _, set := range alike {
		for _, r := range set.runes {
			if _, known := out[r]; !known && r >= 0x80 {
				out[r] = set.is
			}
		}
	}
	return out
})

// styled are letters of Unicode that are a-z or 0-9 in another style: full width,
// mathematical, circled, in brackets or squares, regional indicators.
func styled(r rune) (string, bool) {
	letter := func(n rune) (string, bool) { return string('a' + n%26), true }
	digit := func(n rune) (string, bool) { return string('0' + n%10), true }
	switch {
	case r >= 0xFF21 && r <= 0xFF3A:
		return letter(r - 0xFF21)
	case r >= 0xFF41 && r <= 0xFF5A:
		return letter(r - 0xFF41)
	case r > 0xFF00 && r <= 0xFF5E:
		return string(r - 0xFF01 + '!'), true
	case r >= 0x1D400 && r <= 0x1D6A3: // thirteen alphabets of 52
		return letter((r - 0x1D400) % 52)
	case r >= 0x1D7CE && r <= 0x1D7FF:
		return digit(r - 0x1D7CE)
	case r >= 0x249C && r <= 0x24B5:
		return letter(r - 0x249C)
	case r >= 0x24B6 && r <= 0x24CF:
		return letter(r - 0x24B6)
	case r >= 0x24D0 && r <= 0x24E9:
		return letter(r - 0x24D0)
	case r >= 0x1F110 && r <= 0x1F129:
		return letter(r - 0x1F110)
	case r >= 0x1F130 && r <= 0x1F149:
		return letter(r - 0x1F130)
	case r >= 0x1F150 && r <= 0x1F169:
		return letter(r - 0x1F150)
	case r >= 0x1F170 && r <= 0x1F189:
		return letter(r - 0x1F170)
	case r >= 0x1F1E6 && r <= 0x1F1FF:
		return letter(r - 0x1F1E6)
	case r >= 0x2460 && r <= 0x2468:
		return string(r - 0x2460 + '1'), true
	case r >= 0x2080 && r <= 0x2089:
		return digit(r - 0x2080)
	case r >= 0x1FBF0 && r <= 0x1FBF9:
		return digit(r - 0x1FBF0)
	}
	return "", false
}

// alike are the letters of other alphabets, and letters with marks that belong to
// them, that a reader takes for one of a-z. Marks that stand apart are dropped
// before (invisible).
var alike = []struct{ is, runes string }{
	{"a", "àáâãäåāăąǎǟǡǻȁȃȧḁẚạảấầẩẫậắằẳẵặаӓӑαάɑᴀɐªᵃₐαꭺᎪⲁ∀"},
	{"b", "ḃḅḇƀɓбвьҍъʙЬᏏᏴƅᵇβꞵ"},
	{"c", "çćĉċčƈḉсςϲᴄⅽᏟꮯᶜ¢ϹⲥС"},
	{"d", "ďđḋḍḏḑḓɖɗðԁᴅⅾᏧꮷᵈ∂Ꭰ"},
	{"e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệеёєҽэεέᴇⅇɛəᵉₑ℮ꮛЄΕ"},
	{"f", "ḟƒꜰϝᶠքⲋ"},
	{"g", "ĝğġģǧǵḡɠɡցԍɢᵍᏀꮐ"},
	{"h", "ĥħȟḣḥḧḩḫẖнһԋʜհᏂᏥꮋʰₕΗ"},
	{"i", "ìíîïĩīĭįıǐȉȋḭḯỉịіїɩιίϊΐɪⅰ¡ιӏⅼⵏᎥꭵᴉⁱᵢ∣׀וⲓ"},
	{"j", "ĵǰɉјϳյᴊʲⱼᎫꭻ"},
	{"k", "ķĸǩḱḳḵƙкқҝκᴋᏦꮶᵏₖК"},
	{"l", "ĺļľŀłḷḹḻḽʟɭℓⅼᏞꮮˡₗⳑ"},
	{"m", "ḿṁṃмϻᴍⅿᎷꮇᵐₘɱ"},
	{"n", "ñńņňŉŋǹṅṇṉṋпηήɴռոᴎⁿₙΝ"},
	{"o", "òóôõöøōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợоӧоοόσօᴏⲟᵒₒºоଠဝ໐๐〇ⵔଠ"},
	{"p", "ṕṗрρϱᴘᏢꮲᵖₚþⲣ"},
	{"q", "ԛգզɋqʠ"},
	{"r", "ŕŗřȑȓṙṛṝṟгᴦʀɍɾᏒꮢᎡꭱʳᵣ"},
	{"s", "śŝşšșṡṣṥṧṩѕʂꜱՏᏕꮪᏚˢₛ"},
	{"t", "ţťŧțṫṭṯṱẗтτᴛтᎢꭲᵗₜ†"},
	{"u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựцυύϋμսᴜʋᵘᵤ"},
	{"v", "ṽṿѵνᴠⅴᏙꮩᵛᵥ∨"},
	{"w", "ŵẁẃẅẇẉẘшщѡωώԝɯᴡᎳꮃʷա"},
	{"x", "ẋẍхχᕁⅹ×ˣₓⲭ"},
	{"y", "ýÿŷȳẏẙỳỵỷỹуўγүɣʏყᎩꭹʸ"},
	{"z", "źżžẑẓẕƶʐᴢᏃꮓᶻ"},
	{"0", "०০੦૦௦౦೦൦⁰"},
	{"1", "¹"}, {"2", "²"}, {"3", "³зӡჳ"}, {"4", "⁴ч"}, {"5", "⁵"}, {"6", "⁶б"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"},
	{"ae", "æǽӕ"}, {"oe", "œ"}, {"ss", "ß"}, {"th", "Þ"}, {"fi", "ﬁ"}, {"fl", "ﬂ"}, {"ff", "ﬀ"},
	{"", "’‘ʼ′´＇"},
	{" ", "·•–—―‐‑‒⁃−／‧∙＿¦"},
	{".", "。．…！？；"},
}
