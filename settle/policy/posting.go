package policy

import (
	"regexp"
	"strings"
)

const askInstitutions = "Ask for what institutions publish (a company's phone number, an office's address), or for numbers without people."

func makePostingRules() []rule {
	return []rule{
		{name: "social_security_number", hints: []string{"ssn", "social", "insurance"}, why: "bounties may not ask for social-security numbers", next: "Leave them out; ask for figures that name nobody.",
			any: anyOf(`ssns?`, `social ?security (?:number|no|num|nr|card)s?`, `social insurance numbers?`, `national insurance numbers?`)},
		{name: "doxing", hints: []string{"dox", "track", "hunt", "live", "sleep", "reside", "living"}, why: "bounties may not ask to dox or to trace a person", next: askInstitutions,
			any: anyOf(`dox`, `doxx?(?:ing|ed|es|er|ers)?`, `doxx`,
				`(?:track|hunt) (?:down )?(?:my|his|her|a|the|this) (?:<kin>|<people>)`,
				`(?:find|find out|locate|learn|tell me|discover) <few>where (?:he|she|they|<named>|my <kin>|this <someone>|a <someone>|the <people>|this <people>) (?:really )?(?:lives?|sleeps?|resides?|is living)`,
				`where (?:he|she|<named>|my <kin>) lives`)},
		{name: "private_contact", hints: []string{"address", "phone", "mobile", "cell", "number", "passport", "whats"}, why: "bounties may not ask for private persons' addresses, phone numbers or passport numbers", next: askInstitutions,
			any: anyOf(`home address(?:es)?`, `home phone(?: numbers?)?`, `passport (?:number|no|nr)s?`,
				`(?:personal|private) (?:<number>|<where>|address(?:es)?)`,
				`residential address(?:es)? (?:of|for) (?:the |a |all )?(?:<person>|<named>)`,
				`(?:<whose>) (?:\w+ ){0,2}(?:<phone>|<address>)`, `(?:<people>) (?:\w+ )?(?:<number>|<where>)`,
				`(?:mobile|cell|direct|cellphone)(?: phone)? numbers? (?:of|for) <few>(?:<office>)`,
				`(?:<office>) (?:personal |direct )?(?:mobile|cell|cellphone)(?: phone)? numbers?`,
				`(?:<number>|<address>) (?:of|belonging to) (?:a |an |the |all |my |his |her |this |that |every |each |private |new |\d+ |ten |twenty |fifty |hundred )*(?:<person>|<named>|him|her)`,
				`(?:<number>|<address>) for (?:my (?:<kin>)|this (?:<people>|person)|a (?:woman|man|girl|boy)|<named>|him|her)`,
				`(?:<named>)s? <few>(?:<phone>|<where>|address)`),
			unless: anyOf(`address(?:es|ing|ed)? (?:the|an?|these|those|this|that|every|all|each|how|why|both|such) (?:\w+ ){0,2}(?:issues?|concerns?|questions?|points?|problems?|gaps?|needs?|comments?|feedback|complaints?|criteria|requests?|topics?|audience)`,
				`address to (?:the|a|congress|parliament)`, `(?:his|her|inaugural|keynote|opening|public) (?:\w+ )?address (?:on|at|in|about|before)`,
				`address(?:es)? (?:forms?|fields?|books?|formats?|validation|autocomplete|bars?|lines?|labels?|standards?|parsing|parsers?|normali[sz]ation|schemas?|columns?)`,
				`(?:<people>) (?:service|support|care|relations|success|experience|help|desk|union|club|office|hotline|housing|residences?|halls?|dormitor(?:y|ies)|centers?|centres?|services|schools?|associations?|clinics?|shelters?|shops?|stores?)(?: (?:<number>|<address>))?`,
				`(?:ip|web|email|e ?mail|mac|wallet|contract|url|payout) address(?:es)?`,
				`(?:phone|mobile|cell|cell ?phone|telephone) (?:<unnumbered>)`),
			extra: theirContact},
		{name: "payment_card", hints: []string{"card", "cvv", "fullz"}, why: "bounties may not ask for payment-card data", next: "Leave card data out; prices, fees and terms may be asked for.",
			any: anyOf(`(?:credit|debit|bank|payment) ?cards? (?:numbers?|nos?|details|data|dumps?|info|information)`, `card numbers?`, `cvv2?s?`, `fullz`, `carding`)},
		{name: "credentials", hints: []string{"pass", "login", "log in", "credential", "key", "token", "cookie", "phrase", "code", "phish", "combo", "leak", "stolen", "hack", "breach", "crack"}, why: "bounties may not ask for passwords, keys or other credentials", next: "Ask for the public facts, or for work that needs no credential; give your own test account outside the bounty if one is needed.",
			any: anyOf(`(?:<take>) (?:me |us )?<near>(?:<secret>)`,
				`(?:stolen|leaked|hacked|breached|phished|cracked) (?:\w+ ){0,2}(?:credentials|accounts|logins|pass ?words?|databases?|dumps?)`,
				`(?:your|his|her|their|someones|somebodys|users|customers|employees|victims) (?:\w+ ){0,2}(?:pass ?words?|seed phrases?|private keys?|recovery phrases?|login credentials|2fa codes?)`,
				`combo ?lists?`, `phishing (?:kit|page|site)s?`),
			unless: anyOf(`pass ?words? (?:managers?|management|policy|policies|resets?|strength|hash(?:es|ing)?|fields?|generators?|storage|protected|protection|rules?|requirements?|rotation|security|guidance|guidelines|hygiene|less|practices|advice|forms?|pages?|screens?|prompts?|habits)`,
				`(?:api|ssh|access|secret|private|session|auth|bearer) (?:keys?|tokens?|cookies?) (?:management|rotation|documentation|docs|authentication|formats?|handling|security|storage|policy|policies|lifetimes?|expiry|practices|pages?|support|generation|types?)`,
				`(?:lost|forgotten|reset|strong|stronger|weak|common|most common|safe) pass ?words?`,
				`without (?:\w+ ){0,2}(?:<secret>)`, `verification codes? (?:length|format|delivery|pages?)`)},
		{name: "account_access", hints: []string{"hack", "break", "access", "log", "read", "take", "hijack", "steal", "account", "lock", "stolen", "spy", "ddos", "ransom", "key"}, why: "bounties may not ask for access to somebody's account or device, or for accounts to be traded", next: "Ask for what is public, or for work on an account of your own that needs no credential.",
			any: anyOf(`hack(?:s|ed|ing)? (?:into )?(?:an? |the |this |that |some )?(?:<on> )?(?:<site>|account|accounts|phone|iphone|laptop|computer|server|website|webcam|wi ?fi|router|profile|messages)`,
				`break(?:ing)? into (?:an? |the )?(?:<on> )?(?:\w+ )?(?:account|accounts|phone|email|inbox|server|computer|system|network|laptop)`,
				`(?:get|getting|gain|gaining|obtain|give me|get me|provide|want|need) (?:unauthori[sz]ed )?access (?:to|into) (?:<on>) (?:\w+ ){0,2}(?:account|accounts|phone|email|inbox|messages|dms|profile|photos|laptop|computer)`,
				`log(?:ging)? ?in(?:to| to) (?:a |the )?(?:<on>) (?:\w+ ){0,2}(?:account|accounts|email|inbox|profile|portal)`,
				`read (?:<on>) (?:private |direct )?(?:messages|dms|emails?|texts|inbox)`,
				`(?:take ?over|hijack(?:ing)?|steal) (?:an? |the )?(?:<on> )?(?:\w+ )?accounts?`,
				`(?:buy|sell|rent|purchase|selling|buying|trade) (?:me |us )?(?:aged |verified |existing |old |hacked |fresh |\d+ )*(?:<site>) accounts?`,
				`(?:buy|sell|rent|purchase|selling|buying|trade) (?:me |us )?(?:aged|verified|hacked|stolen) accounts?`,
				`(?:unlock|remove|<defeat>) (?:an? |the )?(?:stolen |found )?(?:icloud lock|activation lock|frp lock|stolen (?:phone|iphone|laptop))`,
				`spy on (?:my |his |her |a |an )?(?:<kin>|<people>|<someone>)`, `(?:ddos|ransom ?ware|key ?logger) (?:attack|for|on|against|kit|builder)`),
			unless: anyOf(`hack ?athons?`, `growth hack(?:s|ing|er|ers)?`, `life hacks?`)},
		{name: "paywall_or_drm", hints: []string{"wall", "drm", "protection", "licen", "rights", "pirat", "crack", "null", "gen", "hub", "z lib", "zlib", "12", "rip"}, why: "bounties may not ask to evade a paywall, copy protection or a licence check", next: "Ask for what is free to read, for a summary of what the worker may read, or for the price of access.",
			any: anyOf(`(?:<defeat>) <few>pay ?walls?`,
				`(?:find|show|give|tell|teach|need|want|know|discover|figure out) <few>(?:ways?|tricks?|routes?|methods?|workarounds?) (?:a?round|past|through|over|for getting past) <few>pay ?walls?`, `(?:remove|removing|disable|crack|hack|break|defeat|strip) (?:the |a |its |their )?(?:\w+ )?pay ?walls?`,
				`pay ?walled (?:\w+ ){0,3}(?:for free|full text|without (?:paying|a subscription|subscribing))`,
				`(?:full text|copy|copies|pdfs?|text) (?:of|from) (?:\w+ ){0,3}pay ?walled`, `(?:from |)behind (?:the|a|their|its) pay ?walls? (?:for free|without)`,
				`(?:get|fetch|copy|download|scrape|paste|extract|share|send) <near>behind (?:the|a|their|its|an?) (?:\w+ )?pay ?walls?`,
				`(?:<strip>) (?:the |a |its |their |of |off )*(?:\w+ ){0,2}(?:drm|copy protection|licen[cs]e (?:check|key|lock|server)s?|digital rights management)`,
				`(?:drm|copy protection) (?:bypass|crack|removed|stripped|removal (?:tool|script|service))`, `de ?drm(?:ed|ing)?`,
				`(?:cracked|pirated|nulled) (?:\w+ ){0,2}(?:software|copy|copies|version|versions|e ?books?|games?|apps?|plugins?|themes?|films?|movies?|licen[cs]es?)`,
				`key ?gens?`, `(?:use|via|through|from|on|with) (?:sci ?hub|lib ?gen|library genesis|z ?library|12 ?ft(?: io)?)`,
				`rip(?:ping)? (?:the )?(?:netflix|spotify|kindle|audible|disney|hbo|blu ?rays?|streams?)`),
			unless: anyOf(`(?:explain|explains|compare|study|summari[sz]e|describe|research|review) (?:the |a |how )?(?:law|laws|rules|ethics|history|policy|policies|case|cases|court|rulings?|economics|debate)(?: \w+){0,3} (?:drm|copy protection|pay ?walls?)(?: removal)?`)},
	}
}

// theirContact: "their phone numbers" is a request for people's only where the
// sentence speaks of people and of no institution.
func theirContact(view string) bool {
	for _, sentence := range strings.Split(view, " . ") {
		if their.MatchString(sentence) && people.MatchString(sentence) && !institution.MatchString(sentence) {
			return true
		}
	}
	return false
}

var (
	their       = regexp.MustCompile(`\b` + expand(`(?:their|theirs|with) (?:\w+ ){0,2}(?:phone numbers?|mobile numbers?|cell(?:phone)? numbers?|telephone numbers?|address(?:es)?)`) + `\b`)
	people      = regexp.MustCompile(`\b` + expand(`(?:<someone>|<people>|<kin>)`) + `\b`)
	institution = regexp.MustCompile(`\b(?:hotels?|compan(?:y|ies)|suppliers?|manufacturers?|offices?|embass(?:y|ies)|consulates?|librar(?:y|ies)|schools?|universit(?:y|ies)|colleges?|hospitals?|clinics?|pharmac(?:y|ies)|restaurants?|cafes?|shops?|stores?|museums?|branch(?:es)?|business(?:es)?|venues?|councils?|ministr(?:y|ies)|agenc(?:y|ies)|ngos?|charit(?:y|ies)|distributors?|retailers?|dealers?|hotlines?|help ?lines?|institutions?|organi[sz]ations?|firms?|vendors?|factor(?:y|ies)|departments?|galler(?:y|ies)|gyms?|labs?|laborator(?:y|ies)|stations?|theatres?|theaters?|shelters?|churches|brokers?|wholesalers?|service points?|workshops?|garages?)\b`)
)
