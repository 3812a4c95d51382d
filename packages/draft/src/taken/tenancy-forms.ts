import { letter } from './letter.ts'

/** Nouns of what has people, and data of its own. */
const organisation =
  '(?:organisation|organization|company|firm|business|workspace|tenant|account|agency|association|clinic|practice|school|hospital|institution|institute|municipality|charity|franchise)'
const organisations =
  '(?:organisations|organizations|companies|firms|businesses|workspaces|tenants|accounts|agencies|associations|clinics|practices|schools|hospitals|institutions|institutes|municipalities|charities|franchises)'
const word = `${letter}+`
const role = `(?:either )?(?:an? |the )?${word}(?: (?!or\\b|and\\b)${word})?`
const roles = `(?<roles>${role}(?:(?:, | or | and )(?:or |and )?${role})*)`
const listed = `(?:,? ?(?:\\(${roles}\\)|: ${roles.replace('<roles>', '<roles2>')}|of ${roles.replace('<roles>', '<roles3>')}))?`
const members = '(?:members|users|people|employees|colleagues|staff)'
const each = '(?:each|every one|every|any|all|them)(?: of them| one)?'
const they = '(?:they|he or she|someone|somebody|people|a person)'
const are = '(?:are|is|can be|may be|act as|acts as|work as|works as|have the role(?: of)?|has the role(?: of)?)'
const several =
  '(?:one or more|one or several|several|many|any number of|multiple|more than one|two or more|various|different)'

/** What is said behind it of roles: `and have a role in each`, `where they are either vet or owner`, `as vet or owner`. */
const withRoles = [
  `,? (?:and|with|where|in which)(?: ${they})?(?: (?:may|can))?(?: (?:have|has|hold|holds|get|gets))?(?: an?| one| one or more| their| different| several| another)? roles?${listed}(?: (?:in|within|for|at) ${each})?${listed.replaceAll('<roles', '<moreRoles')}`,
  `[,;]? (?:and )?(?:in|within|at) ${each},? ${they} ${are} ${roles.replace('<roles>', '<roles4>')}`,
  `[,;]? (?:and )?(?:where|in which) ${they} ${are} ${roles.replace('<roles>', '<roles5>')}`,
  `[,;]? (?:and )?(?:its|their|his or her|the|whose) roles? (?:there|in ${each}|in it)? ?(?:is|are|can be|may be) ${roles.replace('<roles>', '<roles6>')}`,
  `,? (?:each time )?as ${roles.replace('<roles>', '<roles7>')}(?: in ${each})?`,
].join('|')

const belongsOf = (one: string, many: string, somebody: string): readonly string[] => [
  `${somebody} (?:(?:can|may|could) )?(?:belongs? to|works? (?:for|at|in)|be (?:an? )?members? of|(?:is|are) (?:an? )?members? of) ${several} (?<org>${many})(?<withRoles>${withRoles})?`,
  `(?:each|every|an?) (?<org>${one}) (?:has|have) (?:(?:its own|many|several|one or more) )*${members}(?<withRoles>,? (?:each )?(?:with|who have|having|who each have) (?:an? |their |different |one or more )?roles?${listed}(?: in it)?)`,
]

const data = `(?:data|records|rows|anything|things|information|${letter}+(?: ${letter}+)?)`
const never =
  "(?:(?:can|may|must|should|do|does|will|shall) ?(?:never|not)|cannot|can['’]t|(?:do|does|must|may|should)n['’]t|never)"
const see = '(?:see|sees|read|reads|access|accesses|view|views|reach|reaches|get at)'
const hidden = '(?:hidden|concealed|invisible|secret|kept|closed|out of sight)'
const shown = '(?:visible|seen|shown|known|readable|accessible)'
const separate = '(?:isolated|separated|separate|apart)'

const apartOf = (one: string, many: string): readonly string[] => {
  const other = `(?:another|any other|the other|other|others|all (?:the )?other|all others|the others|the rest)(?: one| ${one}| ${many})?`
  return [
    `(?:the |our )?(?<org>${many}) ${never} (?:ever )?${see} (?:each other['’]s|one another['’]s|each others['’]|other ${many}['’]) ${data}`,
    `(?:an? |no |one )(?<org>${one}) (?:${never}|can|may|must)? ?(?:ever )?${see} (?:the |any )?(?:(?:another|any other)(?: ${one})?['’]s ${data}|${data} of ${other}s?)`,
    `(?:each|every|an?) (?<org>${one}) (?:only sees|sees only|can only see|may only see|sees nothing but|can see only|may see only) its own ${data}`,
    `(?:the )?${data} of (?:one|an|each|different|every) (?<org>${one}|${many}) (?:is|are|stays?|remains?) (?:never (?:${shown} (?:to|by|in|for))|(?:kept |strictly )*${separate} from|not ${shown} (?:to|by|in|for)|${hidden} (?:from|to)) (?:that of )?${other}`,
    `(?:the |our )?(?<org>${many}) are (?:fully |strictly |completely |kept )*${separate}(?: from (?:each other|one another))?`,
    `nothing (?:crosses|leaks)(?: over)? (?:between|from one) (?<org>${many}|${one})(?: to (?:another|the other))?`,
    `(?:what|whatever|everything|anything|all)(?: that)? (?:belongs to |is of |of )?(?:one|an?|each) (?<org>${one})(?: ${word}){0,2} (?:is|stays?|remains?) (?:always |strictly )?(?:${hidden} (?:from|to)|never ${shown} (?:to|by|in)|not ${shown} (?:to|by|in)) ${other}`,
    `(?:the )?(?<org>${one})s?['’]? data (?:is|are|stays?|remains?) (?:kept |strictly |fully |completely )*${separate}(?:(?::|;|,) .+)?`,
    `(?:one|an?|each) (?<org>${one})['’]s ${data} (?:is|are|stays?|remains?|may|can|must)(?: be)? (?:never(?: be)? ${shown} (?:to|by|in|for)|not(?: be)? ${shown} (?:to|by|in|for)|${hidden} (?:from|to)) ${other}`,
    `(?:all )?data (?:is|are) (?:kept |strictly )*${separate} (?:by|per|for each|for every|between) (?<org>${one}|${many})`,
  ]
}

const moreThanOne = '(?:a number of|several|many|various|different|multiple|a few|lots of|two or more|dozens of)'
const service =
  '(?:it|this|one (?:system|service|api|installation)|the (?:same )?(?:system|service|api|app|platform|software))'
const kept = '(?:stored|kept|entered|recorded|added|held|saved|written|made|put in)'
const away = `(?:${hidden} (?:from|to)|${separate} from|(?:not|never) ${shown} (?:to|by|in|for))`
const stays = '(?:is|are|stays?|remains?|must (?:stay|remain|be))(?: (?:kept|held|strictly|fully|completely))*'
const everyOne = '(?:each|every one|any one|one)(?: of (?:them|these))?'
const holdings = `(?:what|whatever|everything|anything|all|(?:the )?${data})(?: that)?(?: (?:(?:is|are|was|has been|have been) )?${kept})? (?:by|of|in|at|to|for|from) ${everyOne}|what(?:ever)? ${everyOne} (?:stores|keeps|enters|records|has|holds|adds|writes)`
const rest = '(?:the rest|(?:all |any |the )*others?|each other|one another|those of (?:the )?others)'
const ofOthers = `(?:a thing|anything|what is|${data}) (?:of|from|in|at|by) (?:any other|another|the others?|others|the rest)(?: one)?`
const alone = [
  `(?:${holdings}) ${stays} ${away} ${rest}`,
  `(?:none|no one|nobody|neither|not one)(?: of them)? (?:(?:may|can|will|gets? to|is (?:able|allowed) to) )?(?:ever )?${see} ${ofOthers}`,
  `(?:each|every one|all)(?: of them| one)? (?:(?:may|can) )?(?:only |just )?${see} (?:only|nothing but|just)? ?(?:its|their) own(?: ${data})?`,
  `they (?:${never} (?:ever )?${see} (?:each other['’]s|one another['’]s) ${data}|are (?:kept |held |strictly )*${separate}(?: from (?:each other|one another))?)`,
].join('|')
const called = `(?:${word} )?${word}`

/** Words that say it of whatever noun they have. */
const surely: readonly string[] = [
  `(?:${moreThanOne} )?(?<org>${called}) (?:will |all |may )?(?:work with|work on|use|share|run|are on|live on|are served by) ${service}(?:,? (?:and|but|where|so)|[:;,])(?: that)? (?:${alone})`,
  `(?:each|every|an?|one) (?<org>${called}) is (?:a (?:separate )?tenant(?: of its own)?|its own tenant|a world of its own)(?:(?:,? (?:and|so|where)|[:;,–—]) .+)?`,
  `(?:the |our )?(?<org>${called}) are (?:separate )?tenants(?:(?:,? (?:and|so|where)|[:;,–—]) .+)?`,
  `(?:${letter}|[, ])+ (?:each )?belongs? to (?:an?|one|exactly one|a single) (?<org>${word}),? and (?:is|are|stays?|must be) (?:(?:kept|held|strictly) )*${separate} from (?:those|that|the ones|the data) of (?:any |all |the )*others?(?: ${word})?`,
]

const idle =
  "(?:(?:may|can) (?:do|see) nothing|(?:cannot|can['’]t|may not) (?:do|see) anything|(?:have|has|get|gets|lose|loses) (?:no|all|their) (?:access|rights)|(?:is|are) (?:refused|locked out|kept out)|(?:cannot|may not) sign in)"
const inactive = '(?:inactive|suspended|blocked|deactivated|disabled)'
const active = [
  `(?:an? )?${inactive} (?:${members}|member|user|employee) ${idle}(?: any ?more)?`,
  `(?:${members}|an? (?:member|user|person|employee)) (?:who|that) (?:is|are) ${inactive} ${idle}(?: any ?more)?`,
  `(?:${members}|an? (?:member|user|person|employee)) (?:can|may) be (?:suspended|blocked|deactivated|disabled|made inactive)`,
]
const accepted = [
  `(?:new |invited )?(?:${members}|an? (?:new |invited )?(?:member|user|person)) (?:has to|have to|must|needs? to) (?:first )?accept(?: it| (?:the|their|an) invitation)?(?: first| before (?:they|he or she) .+)?`,
  `(?:nobody|no one) (?:is a member|belongs to (?:one|it|an ${organisation})) (?:until|before) they (?:have )?accept(?:ed)?(?: it| (?:the|their|an) invitation)?`,
  `(?:new |invited )?(?:${members}|an? (?:member|user|person)) ${idle} (?:until|before) they (?:have )?accept(?:ed)?(?: it| (?:the|their|an) invitation)?`,
  `an invitation (?:has to|must) be accepted(?: first)?`,
]

const whole = (source: string): RegExp => new RegExp(`^${source}$`, 'i')

const people =
  '(?:people|users|persons|everyone|everybody|members|employees|staff|an? (?:person|user|member|employee)|one person|the same person)'
const anybody = `(?:${people}|an? ${word}|the same ${word}|${word}s)`
const noNouns = '(?!other|others|one|them|each)'

/** Of organisations by their usual nouns one of these says it; of what other nouns name, somebody has to belong to several and they are kept apart. */
export const forms = {
  belongs: belongsOf(organisation, organisations, anybody).map(whole),
  apart: apartOf(organisation, organisations).map(whole),
  anyBelongs: belongsOf(`${noNouns}${word}`, `${noNouns}${word}`, anybody).map(whole),
  surely: surely.map(whole),
  anyApart: apartOf(`${noNouns}${word}`, `${noNouns}${word}`).map(whole),
  roles: [`(?:in|within|at) ${each}(?: ${word})?,? ${they} ${are} ${roles}`].map(whole),
  active: active.map(whole),
  accepted: accepted.map(whole),
}
