import { doubledOf, gerundOf } from '@charter/charter'

/** Forms of English verbs, by rule; what goes by no rule is said in the lexicon (`past`). */

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
  const regular = /e$/.test(first)
    ? `${first}d`
    : /[^aeiou]y$/.test(first)
      ? `${first.slice(0, -1)}ied`
      : `${doubledOf(first)}ed`
  const [firstPast = '', ...pastTail] = (past ?? regular).split(' ')
  const participle = [firstPast, ...(pastTail.length > 0 ? pastTail : particle)].join(' ')
  const simple = simplePast.get(first)
  const pasts = new Set([
    participle,
    ...(simple === undefined ? [] : [simple + tail]),
    regular + tail,
    `${first}ed${tail}`,
  ])
  return { third: third + tail, ing: gerundOf(first) + tail, past: participle, pasts: [...pasts] }
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
