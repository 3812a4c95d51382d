/** Forms of English words, by rule; what goes by no rule is said in the lexicon (`plural`, `past`). */

const irregularPlurals: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  foot: 'feet',
  tooth: 'teeth',
  mouse: 'mice',
  goose: 'geese',
  ox: 'oxen',
  leaf: 'leaves',
  loaf: 'loaves',
  knife: 'knives',
  wife: 'wives',
  life: 'lives',
  shelf: 'shelves',
  half: 'halves',
  calf: 'calves',
  wolf: 'wolves',
  thief: 'thieves',
  hoof: 'hooves',
  criterion: 'criteria',
  analysis: 'analyses',
  diagnosis: 'diagnoses',
  basis: 'bases',
  crisis: 'crises',
  thesis: 'theses',
  hypothesis: 'hypotheses',
  datum: 'data',
  medium: 'media',
  curriculum: 'curricula',
  quiz: 'quizzes',
  gas: 'gases',
  bus: 'buses',
  staff: 'staff',
  sheep: 'sheep',
  fish: 'fish',
  aircraft: 'aircraft',
  series: 'series',
  species: 'species',
  equipment: 'equipment',
  hero: 'heroes',
  potato: 'potatoes',
  tomato: 'tomatoes',
  echo: 'echoes',
  cargo: 'cargoes',
}

/** Maps, as `constructor` is a word too. */
const irregular = new Map(Object.entries(irregularPlurals))

/** Of the last word: `leave request` is `leave requests`. */
export const pluralOf = (noun: string): string => {
  const at = noun.lastIndexOf(' ') + 1
  const [head, last] = [noun.slice(0, at), noun.slice(at)]
  const known = irregular.get(last)
  if (known !== undefined) return head + known
  const compound = /^(.*[a-z])(man|woman|child|person)$/.exec(last)
  if (compound) return `${head}${compound[1]}${irregular.get(compound[2] ?? '')}`
  if (/(?:s|x|z|ch|sh)$/.test(last)) return `${noun}es`
  if (/[^aeiou]y$/.test(last)) return `${noun.slice(0, -1)}ies`
  return `${noun}s`
}

export interface VerbForms {
  readonly third: string
  readonly ing: string
  /** The participle: `taken`. */
  readonly past: string
  readonly pasts: readonly string[]
}

/** Of the first word: `pick up` is `picks up`, `picking up`, `picked up`. */
export const verbForms = (verb: string, past?: string): VerbForms => {
  const [first = '', ...particle] = verb.split(' ')
  const tail = particle.map((each) => ` ${each}`).join('')
  const third = /(?:s|x|z|ch|sh|[^aeiou]o)$/.test(first)
    ? `${first}es`
    : /[^aeiou]y$/.test(first)
      ? `${first.slice(0, -1)}ies`
      : `${first}s`
  const stem = /[^aeiou][aeiou][bdgklmnprt]$/.test(first) && isStressedAtEnd(first) ? first + first.at(-1) : first
  const ing = /ie$/.test(first)
    ? `${first.slice(0, -2)}ying`
    : /[^eoy]e$/.test(first)
      ? `${first.slice(0, -1)}ing`
      : `${stem}ing`
  const regular = /e$/.test(first) ? `${first}d` : /[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ied` : `${stem}ed`
  const [firstPast = '', ...pastTail] = (past ?? regular).split(' ')
  const participle = [firstPast, ...(pastTail.length > 0 ? pastTail : particle)].join(' ')
  const simple = simplePast.get(first)
  const pasts = new Set([
    participle,
    ...(simple === undefined ? [] : [simple + tail]),
    regular + tail,
    `${first}ed${tail}`,
  ])
  return { third: third + tail, ing: ing + tail, past: participle, pasts: [...pasts] }
}

const simplePasts: Readonly<Record<string, string>> = {
  take: 'took',
  give: 'gave',
  write: 'wrote',
  choose: 'chose',
  drive: 'drove',
  break: 'broke',
  draw: 'drew',
  grow: 'grew',
  know: 'knew',
  see: 'saw',
  show: 'showed',
  speak: 'spoke',
  steal: 'stole',
  throw: 'threw',
  withdraw: 'withdrew',
  go: 'went',
  come: 'came',
  run: 'ran',
  begin: 'began',
  fly: 'flew',
  forget: 'forgot',
  get: 'got',
  ride: 'rode',
  do: 'did',
  eat: 'ate',
  hide: 'hid',
  wear: 'wore',
  undertake: 'undertook',
  oversee: 'oversaw',
  swim: 'swam',
  sing: 'sang',
  ring: 'rang',
  drink: 'drank',
  bite: 'bit',
  become: 'became',
}

const simplePast = new Map(Object.entries(simplePasts))

/** One syllable, or a short list of those that end in one that is stressed. */
const isStressedAtEnd = (word: string): boolean =>
  (word.match(/[aeiouy]+/g)?.length ?? 0) === 1 ||
  /(?:fer|mit|gin|pel|cel|tal|trol|cur|bel|vel|lot|quip|plan|drop|stop|ship|gram|tag|log|set|out|zip|put|get|cut|run|sit|win|rol)$/.test(
    word,
  )
