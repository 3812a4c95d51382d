/** Words that the language has a closed number of, by what they do in a sentence. */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

export const determiners = set(
  'a an the this that these those each every any some all both no another either neither which whose what',
)
export const possessives = set('my your his her its our their')
export const pronouns = set(
  'i we you he she it they me us him them who whom everyone everybody anybody anyone somebody someone nobody none one ones mine ours theirs yours others everything something anything nothing myself themselves themself itself ourselves there here',
)
export const modals = set(
  "can could may might must shall should will would cannot can't couldn't won't mustn't shouldn't wouldn't gotta",
)
export const beForms = set(
  "is are was were be been being am isn't aren't wasn't weren't i'm we're they're it's he's she's that's there's",
)
export const haveForms = set("has have had having hasn't haven't i've we've they've")
export const doForms = set("do does did don't doesn't didn't")
export const prepositions = set(
  'of in on at by for from to with without into onto per about after before between during over under within through against across along around among via upon towards toward until till since above below behind beside besides beyond despite except inside outside near off than like as versus vs out up down back away plus minus every',
)
export const conjunctions = set('and or but then nor yet so also')
export const subordinators = set(
  'if when while once because although unless whenever wherever where whether how why that until till before after since so',
)
export const adverbs = set(
  'not only also just still never always already again too very really quite often sometimes usually maybe perhaps later now soon today tomorrow yesterday once twice thrice daily weekly monthly yearly annually together online offline ahead here there even ever almost about approximately roughly actually currently finally basically simply mainly mostly else instead however therefore thus please well afterwards afterward beforehand right etc incl including etc.',
)
export const numbers = set(
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred thousand million half quarter dozen several many few multiple various numerous more most less least enough couple first second third',
)
export const many = set(
  'two three four five six seven eight nine ten eleven twelve several many few multiple various numerous more dozen hundred thousand all both',
)
export const particles = set('in out up off back over down on away through along')
/** What describes, by itself: a noun after it is meant. */
export const commonAdjectives = set(
  `new old own other same different small big large little short long high low good bad best worst full empty open closed free busy whole single extra main final initial total actual real simple basic last next previous current
 maximum minimum max min average annual monthly weekly daily yearly hourly quarterly private public internal external local national international regional personal professional medical legal financial digital electronic manual automatic
 late early due overdue available unavailable active inactive valid invalid special certain necessary possible optional required mandatory general specific important urgent sick ill dead alive young elderly adult male female
 red green blue black white yellow clean dirty wet dry hot cold warm fresh raw ripe ready done sold missing broken damaged lost stolen expired unpaid paid unsold
 responsible senior junior chief deputy assistant head vice lead nearby neighbouring upcoming recurring regular irregular individual joint common shared separate respective certain nice great weird silly tiny`,
)
