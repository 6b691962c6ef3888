package policy

// vocabulary are the word lists of the patterns. Words are as views give them:
// lower case, no apostrophes.
var vocabulary = map[string]string{
	// few are up to three words between two that belong together.
	"few": `(?:\w+ ){0,3}`,
	// near are up to six.
	"near": `(?:\w+ ){0,6}`,

	"someone": `someones?|somebodys?|anyones?|another persons?|other persons?|other peoples?|persons?|peoples?|individuals?|private citizens?`,
	"kin": `ex|exes|girlfriends?|boyfriends?|ex girlfriends?|ex boyfriends?|ex wifes?|ex wives|ex husbands?|wifes?|wives|husbands?|spouses?|partners?` +
		`|neighbou?rs?|roommates?|co ?workers?|colleagues?|boss|bosss|bosses|landlords?|stepfathers?|stepmothers?|fathers?|mothers?|mums?|moms?|dads?|brothers?|sisters?|daughters?|sons?|childs?|kids?|childrens?`,
	"people": `employees?|homeowners?|house ?holders?|residents?|tenants?|voters?|students?|pupils?|patients?|subscribers?|followers?|users?|customers?|donors?|members?|minors?|girls?|boys?|wom[ae]ns?|m[ae]n|mans` +
		`|streamers?|youtubers?|influencers?|celebrit(?:y|ies|ys)|actors?|actress(?:es)?|singers?|victims?|witness(?:es)?|whistle ?blowers?|activists?|journalists?|reporters?|nurses?|teachers?|judges?|jurors?|politicians?|senators?|officers?`,
	// office are people in their work: only what is private of theirs is refused.
	"office": `ceos?|ctos?|cfos?|founders?|managers?|directors?|executives?|owners?|doctors?|dentists?|lawyers?|professors?|agents?|authors?|decision makers?`,
	"person": `<someone>|<kin>|<people>`,
	// whose is a private person's, for certain.
	"whose": `his|her|someones|somebodys|anyones|another persons|other peoples|peoples|a persons|the persons|this persons|each persons|every persons|individuals|private citizens|(?:my|his|her|their|the|an?) (?:<kin>)|(?:this|that|a) (?:woman|man|girl|boy|womans|mans|girls|boys|user|users|customers|students|streamers?|tenants?)`,

	"given": `james|john|robert|michael|william|david|richard|joseph|thomas|charles|daniel|matthew|anthony|donald|steven|paul|andrew|joshua|kenneth|kevin|brian|george|edward|ronald|timothy|jason|jeffrey|ryan|jacob|gary|nicholas|eric|jonathan|stephen|larry|justin|scott|brandon|benjamin|samuel|gregory|alexander|patrick|peter|frank|henry|ahmed|ali|omar|hassan|luis|carlos|juan|jose|pedro|ivan|dmitri|sergei|hans|klaus|wei|` +
		`mary|patricia|jennifer|linda|elizabeth|barbara|susan|jessica|sarah|karen|lisa|nancy|betty|sandra|margaret|ashley|kimberly|emily|donna|michelle|carol|amanda|melissa|deborah|stephanie|rebecca|laura|helen|sharon|cynthia|kathleen|amy|anna|emma|olivia|sophia|julia|maria|jane|alice|fatima|aisha|olga|natasha|ana|lucia|chloe|grace|hannah|rachel`,
	"named": `(?:mr|mrs|ms|miss|dr|prof) \w+|(?:<given>) \w+`,

	"number":  `(?:phone|telephone|mobile|mobile phone|cell|cell ?phone|whats ?app|contact) (?:numbers?|nos?)(?: and address(?:es)?)?`,
	"phone":   `<number>|phone|mobile|cell|cell ?phone`,
	"address": `(?:street |postal |mailing |exact |current |full )?address(?:es)?`,
	"where":   `(?:street|postal|mailing|exact|current|full) address(?:es)?`,
	// unnumbered are words after "phone" that make it a thing.
	"unnumbered": `cases?|chargers?|cables?|models?|makers?|manufacturers?|brands?|prices?|plans?|contracts?|shops?|stores?|screens?|batter(?:y|ies)|calls?|interviews?|lines?|systems?|app|apps|support|operators?|network|networks|cameras?|holders?|repairs?|photos?|camera|company|companies|carriers?|use|usage|addiction`,
	"secret":     `pass ?words?|passwd|passphrases?|pass ?codes?|login credentials|log ?in details|log ?ins? and pass ?words?|account credentials|admin credentials|user credentials|root credentials|access credentials|database credentials|cloud credentials|aws keys?|aws credentials|api keys?|secret keys?|private keys?|ssh keys?|seed phrases?|recovery phrases?|mnemonic phrases?|session cookies?|session tokens?|access tokens?|auth tokens?|bearer tokens?|2fa codes?|mfa codes?|otp codes?|one time codes?|one time pass ?(?:words?|codes?)|verification codes?|pin codes?|bank logins?`,
	"take":       `send|share|give|provide|supply|submit|include|post|enter|hand over|obtain|get|collect|harvest|gather|scrape|steal|phish|crack|recover|guess|extract|dump|leak|find|sell|buy|trade|reveal|disclose|tell|forward|upload|log|record|capture`,
	"defeat":     `bypass(?:es|ed|ing)?|circumvent(?:s|ed|ing)?|evad(?:e|es|ed|ing)|avoid(?:s|ed|ing)?|defeat(?:s|ed|ing)?|get(?:s|ting)? (?:around|past|behind|through|over)|getting (?:around|past|behind|through)|go(?:ing)? around|break(?:s|ing)? (?:through|past)|beat(?:s|ing)?|trick(?:s|ing)?|fool(?:s|ing)?|dodg(?:e|es|ing)|skip(?:s|ping)?|jump(?:s|ing)? over|work(?:ing)? around|slip(?:ping)? past|sneak(?:ing)? past|hack(?:ing)? (?:around|past)`,
	"strip":      `remov(?:e|es|ed|ing)|strip(?:s|ped|ping)?|crack(?:s|ed|ing)?|break(?:s|ing)?|unlock(?:s|ed|ing)?|disabl(?:e|es|ed|ing)|<defeat>`,
	"site":       `facebook|instagram|gmail|google|icloud|apple|snap ?chat|tik ?tok|twitter|whats ?app|telegram|discord|linkedin|paypal|bank|email|e ?mail|social media|steam|roblox|netflix|spotify|coinbase|binance|crypto|wallet`,
	"on":         `his|her|their|someones?|somebodys?|anyones?|another persons?|other peoples?|a persons?|my exs?|my <kin>|<kin>|victims?|targets?|users?|customers?|employees?|competitors?|companys?`,
	"identity":   `identity|identities|id`,
}
