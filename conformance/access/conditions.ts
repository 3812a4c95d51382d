import type { Random } from './random.ts'
import { bigs, counts, days, doses, ids, moments, moods, numbers, uids, words } from './rows.ts'

/** Called with the name of each construct that a condition has. */
export type Uses = (name: string) => void

/** An operand with what has to be asked before it may be read: `has`, on each step that may be missing. */
interface Read {
  readonly text: string
  readonly guards: readonly string[]
}

const at = (text: string, ...guards: string[]): Read => ({ text, guards })

/** What Cedar sees as text, by what it means to a charter: only values of one meaning are compared. */
const readable = {
  text: [
    at('resource.ward'),
    at('resource.code'),
    at('resource.mood'),
    at('resource.id'),
    at('resource.secret'),
    at('resource.doctorId'),
    at('resource.nick', 'resource has nick'),
    at('resource.mail', 'resource has mail'),
    at('resource.uid', 'resource has uid'),
    at('resource.doctor.ward'),
    at('resource.doctor.nick', 'resource.doctor has nick'),
    at('resource.deputy.ward', 'resource has deputy'),
    at('resource.deputy.nick', 'resource has deputy.nick'),
    at('resource.place.label', 'resource has place'),
    at('resource.doctor.home.city'),
    at('resource.doctor.home.area.name'),
    at('resource.doctor.work.city', 'resource.doctor has work'),
    at('resource.doctor.home.area.land.name', 'resource.doctor.home.area has land'),
    at('principal.ward'),
    at('principal.id'),
    at('principal.nick', 'principal has nick'),
    at('principal.credential'),
    at('context.style'),
    at('context.address', 'context has address'),
  ],
  long: [
    at('resource.age'),
    at('resource.count'),
    at('resource.score', 'resource has score'),
    at('resource.doctor.level'),
    at('resource.place.grade', 'resource has place.grade'),
    at('resource.deputy.level', 'resource has deputy'),
    at('resource.doctor.home.rank', 'resource.doctor.home has rank'),
    at('principal.limit'),
    at('principal.level', 'principal has level'),
    at('principal.strongAge', 'principal has strongAge'),
  ],
  int64: [at('resource.big'), at('resource.bigger', 'resource has bigger'), at('principal.big', 'principal has big')],
  day: [at('resource.day'), at('resource.day'), at('context.today'), at('principal.since', 'principal has since')],
  moment: [at('resource.at'), at('resource.at'), at('context.now'), at('principal.until', 'principal has until')],
  dose: [at('resource.dose')],
  boolean: [at('resource.active'), at('resource.sure', 'resource has sure')],
  texts: [
    at('resource.tags'),
    at('resource.marks', 'resource has marks'),
    at('resource.doctor.tags'),
    at('principal.teams'),
    at('principal.badges', 'principal has badges'),
  ],
  longs: [at('resource.numbers'), at('principal.numbers')],
  int64s: [at('resource.bigs')],
} as const satisfies Record<string, readonly Read[]>

type Kind = keyof typeof readable

const quoted = (text: string): string => JSON.stringify(text)
const domains: Readonly<Record<Exclude<Kind, 'boolean' | 'texts' | 'longs' | 'int64s'>, readonly string[]>> = {
  text: [...words, 'a ', '', ...moods, ...ids, ...uids, 'jwt', 'api-key'].map(quoted),
  long: [...numbers, ...counts, '9007199254740992', '9007199254740993', '-9007199254740993', '9223372036854775807', '-9223372036854775808'].map(String), // biome-ignore format: one domain on one line
  int64: bigs.map(quoted),
  day: days.map((each) => `datetime(${quoted(each)})`),
  moment: moments.map((each) => `datetime(${quoted(new Date(each).toISOString())})`),
  dose: doses.map(quoted),
}
type Scalar = keyof typeof domains
/** Whose words are all known: another is refused when the charter is read. */
const closed: Readonly<Record<string, readonly string[]>> = {
  'resource.mood': moods.map(quoted),
  'context.style': ['rest', 'graphql'].map(quoted),
  'principal.credential': ['jwt', 'oauth2', 'api-key', 'saml'].map(quoted),
}
const scalars: readonly Scalar[] = [
  'text',
  'text',
  'text',
  'long',
  'long',
  'int64',
  'day',
  'day',
  'moment',
  'moment',
  'dose',
]
const members = { texts: 'text', longs: 'long', int64s: 'int64' } as const
const sets = ['texts', 'texts', 'longs', 'int64s'] as const

/** A random condition on a `Thing`, at most a few levels deep. */
export const condition = (random: Random, use: Uses, depth = 0): string => {
  const inner = () => condition(random, use, depth + 1)
  const kind = random.pick(depth > 2 ? ['atom'] : ['atom', 'atom', 'atom', 'not', 'and', 'or', 'if', 'same'])
  if (kind === 'not') {
    use('!')
    return `!(${inner()})`
  }
  if (kind === 'and' || kind === 'or') {
    const sign = kind === 'and' ? '&&' : '||'
    use(sign)
    return `(${inner()}) ${sign} (${inner()})`
  }
  if (kind === 'if') {
    use('if-then-else')
    return `if (${inner()}) then (${inner()}) else (${inner()})`
  }
  if (kind === 'same') {
    const sign = random.pick(['==', '!='])
    use(`${sign} of conditions`)
    return `(${inner()}) ${sign} (${inner()})`
  }
  return random.pick(atoms)(random, use)
}

type Atom = (random: Random, use: Uses) => string

const guarded = (random: Random, use: Uses, text: string, ...reads: readonly Read[]): string => {
  const guards = [...new Set(reads.flatMap((each) => each.guards))]
  for (const each of reads) noteRead(each, use)
  if (guards.length === 0) return text
  use('guarded by has')
  if (random.chance(0.8)) return `(${[...guards, text].join(' && ')})`
  use('guarded by if')
  return `(if ${guards.join(' && ')} then ${text} else ${random.pick(['true', 'false'])})`
}

const noteRead = ({ text, guards }: Read, use: Uses): void => {
  const steps = text.split('.').length - 2
  if (text.startsWith('principal')) use('principal attribute')
  else if (steps > 0) use(`over ${steps} relation${steps > 1 ? 's' : ''}`)
  if (text.includes('place')) use('composite key')
  if (guards.length > 0) use('optional')
}

/** `beside`: what it is compared with. */
const literal = (random: Random, use: Uses, kind: Scalar, beside?: Read): Read => {
  const text = random.pick(closed[beside?.text ?? ''] ?? domains[kind])
  if (kind === 'long' && Math.abs(Number(text)) > 2 ** 52) use('Long at ±(2^53−1) and beyond')
  if (kind === 'int64' && text.length > 17) use('int64 near ±2^63 and 2^53')
  if (/%|_|\\\\|\*/.test(text)) use('text with %, _, \\ or *')
  if (/é|\u0301|É|😀|ß/.test(text)) use('accents, combining, emoji')
  if (text === '""') use('empty text')
  if (/ "$/.test(text)) use('trailing blank')
  return at(text)
}

const operand = (random: Random, use: Uses, kind: Scalar, beside?: Read): Read =>
  random.chance(0.5) ? literal(random, use, kind, beside) : random.pick<Read>(readable[kind])

const setLiteral = (random: Random, use: Uses, kind: Scalar, beside?: Read): Read => {
  use('set literal')
  const items = Array.from({ length: 1 + random.int(3) }, () => literal(random, use, kind, beside).text)
  return at(`[${items.join(', ')}]`)
}

const compared: Atom = (random, use) => {
  const kind = random.pick(scalars)
  const isOrdered = ['long', 'day', 'moment'].includes(kind)
  const sign = random.pick(isOrdered ? ['==', '!=', '<', '<=', '>', '>='] : ['==', '!='])
  use(`${sign} of ${kind}`)
  const left = random.pick<Read>(readable[kind])
  const right = operand(random, use, kind, left)
  const text = random.chance(0.5) ? `${left.text} ${sign} ${right.text}` : `${right.text} ${sign} ${left.text}`
  return guarded(random, use, text, left, right)
}

/** One side is a clock or a literal, which takes what is added to the other. */
const timed: Atom = (random, use) => {
  const isDay = random.chance(0.5)
  const [field, clock, domain] = isDay
    ? (['resource.day', 'context.today', domains.day.slice(0, 2)] as const)
    : (['resource.at', 'context.now', domains.moment] as const)
  const by = `duration("${random.pick(isDay ? ['1d', '-1d', '-365d', '0d'] : ['1ms', '-500ms', '1d12h', '-1d12h', '1m', '0s', '-1h1m1s1ms'])}")`
  const known = random.chance(0.7) ? clock : random.pick(domain)
  const sign = random.pick(['==', '!=', '<', '<=', '>', '>='])
  const form = random.pick([
    'offset of field',
    'offset of clock',
    'offset of both',
    'since',
    'since, flipped',
    'duration first',
  ])
  use(`${form}, ${isDay ? 'day' : 'moment'}`)
  switch (form) {
    case 'offset of field':
      return random.chance(0.5) ? `${field}.offset(${by}) ${sign} ${known}` : `${known} ${sign} ${field}.offset(${by})`
    case 'offset of clock':
      return `${field} ${sign} ${known}.offset(${by})`
    case 'offset of both':
      return `${field}.offset(${by}) ${sign} ${known}.offset(${by}).offset(${by})`
    case 'since':
      return `${known}.durationSince(${field}) ${sign} ${by}`
    case 'since, flipped':
      return `${field}.durationSince(${known}) ${sign} ${by}`
    default:
      return `${by} ${sign} ${known}.durationSince(${field})`
  }
}

const chosen: Atom = (random, use) => {
  use('if-then-else of values')
  const kind = random.pick(['text', 'long'] as const)
  const left = random.pick<Read>(readable[kind])
  const [a, b] = [operand(random, use, kind, left), operand(random, use, kind, left)]
  const sign = random.pick(kind === 'long' ? ['<', '>=', '=='] : ['==', '!='])
  const choice = `(if resource.active then ${a.text} else ${b.text})`
  const text = random.chance(0.5) ? `${left.text} ${sign} ${choice}` : `${choice} ${sign} ${left.text}`
  return guarded(random, use, text, left, a, b)
}

const truth: Atom = (random, use) => {
  const read = random.pick<Read>(readable.boolean)
  const form = random.pick(['', ' == true', ' != true', ' == false', ' == resource.active'])
  use(form === '' ? 'Bool field' : 'Bool compared')
  return guarded(random, use, `${read.text}${form}`, read)
}

const constantTruth: Atom = (random, use) => {
  use('true, false')
  return random.pick(['true', 'false', '1 < 2', '"a" == "b"', '[1, 2].contains(2)'])
}

const has: Atom = (random, use) => {
  const [name, text] = random.pick([
    ['has, optional', 'resource has nick'],
    ['has, optional', 'resource has score'],
    ['has, optional', 'resource has marks'],
    ['has, required', 'resource has ward'],
    ['has, required', 'resource has tags'],
    ['has, unknown', 'resource has unheardOf'],
    ['has, relation', 'resource has deputy'],
    ['has, relation', 'resource has doctor'],
    ['has, relation', 'resource has place'],
    ['has, path', 'resource has deputy.nick'],
    ['has, path', 'resource has doctor.work.city'],
    ['has, path', 'resource has place.grade'],
    ['has, path', 'resource has doctor.ward'],
    ['has, principal', 'principal has nick'],
    ['has, principal', 'principal has ward'],
    ['has, principal', 'principal has badges'],
  ] as const)
  use(name)
  return text
}

const is: Atom = (random, use) => {
  use('is')
  return random.pick([
    'resource is Thing',
    'resource is Doctor',
    'principal is Principal',
    'resource.doctor is Doctor',
    'resource.doctor is Thing',
  ])
}

const inRole: Atom = (random, use) => {
  const text = random.pick([
    'principal in Role::"r1"',
    'principal in Role::"r3"',
    'principal in [Role::"r1", Role::"r2"]',
  ])
  use(text.includes('[') ? 'in [roles]' : 'in role')
  return text
}

const isPrincipal: Atom = (random, use) => {
  const sign = random.pick(['==', '!='])
  use(`principal ${sign}`)
  return random.chance(0.5) ? `principal ${sign} Principal::"me"` : `Principal::"a" ${sign} principal`
}

const pieces = ['*', '*', 'a', 'A', 'b', '%', '_', '\\\\', '\\*', 'é', 'e\u0301', '😀', ' ', 'ß']

const like: Atom = (random, use) => {
  const parts = random.some(pieces, 4)
  use('like')
  if (parts.includes('*')) use('like, *')
  if (parts.includes('\\*')) use('like, \\*')
  if (parts.some((each) => ['%', '_', '\\\\'].includes(each))) use('like, % _ \\')
  // `like` is for text; a uuid or a number is compared whole.
  const read = random.pick<Read>(readable.text.filter((each) => !each.text.endsWith('.uid')))
  return guarded(random, use, `${read.text} like "${parts.join('')}"`, read)
}

const contains: Atom = (random, use) => {
  const kind = random.pick(sets)
  const scalar = members[kind]
  if (random.chance(0.3)) {
    use(`[…].contains, ${scalar}`)
    const read = random.pick<Read>(readable[scalar])
    return guarded(random, use, `${setLiteral(random, use, scalar, read).text}.contains(${read.text})`, read)
  }
  use(`contains, ${scalar}`)
  const [held, asked] = [random.pick<Read>(readable[kind]), operand(random, use, scalar)]
  return guarded(random, use, `${held.text}.contains(${asked.text})`, held, asked)
}

const containsSet: Atom = (random, use) => {
  const kind = random.pick(sets)
  const operator = random.pick(['containsAll', 'containsAny'])
  const held = random.pick<Read>(readable[kind])
  const asked = random.chance(0.5) ? setLiteral(random, use, members[kind]) : random.pick<Read>(readable[kind])
  const isFlipped = random.chance(0.4)
  use(`${operator}${asked.text.startsWith('[') ? (isFlipped ? ', literal before' : ', literal after') : ''}`)
  const [left, right] = isFlipped ? [asked, held] : [held, asked]
  return guarded(random, use, `${left.text}.${operator}(${right.text})`, left, right)
}

const sameSet: Atom = (random, use) => {
  const kind = random.pick(sets)
  const sign = random.pick(['==', '!='])
  use(`${sign} of sets`)
  const left = random.pick<Read>(readable[kind])
  const right = random.chance(0.5) ? setLiteral(random, use, members[kind]) : random.pick<Read>(readable[kind])
  return guarded(random, use, `${left.text} ${sign} ${right.text}`, left, right)
}

const personSets: readonly Read[] = [
  at('resource.visits'),
  at('resource.seniors'),
  at('resource.keepers'),
  at('resource.helping'),
  at('resource.helpersOfVisits'),
  at('resource.doctor.helpers'),
  at('resource.deputy.helpers', 'resource has deputy'),
  at('resource.deputy.hands', 'resource has deputy.hands'),
]
const rowSets: readonly Read[] = [...personSets, at('resource.notes'), at('resource.marked')]
const countReads: readonly Read[] = [
  at('resource.marks3'),
  at('resource.keeping'),
  at('resource.doctor.handCount'),
  at('resource.deputy.handCount', 'resource has deputy.handCount'),
]

const isMember: Atom = (random, use) => {
  const read = random.pick(personSets)
  const isIn = random.chance(0.6)
  use(isIn ? 'principal in a set' : 'a set contains principal')
  use(`set ${read.text.split('.').slice(1).join('.')}`)
  return guarded(random, use, isIn ? `principal in ${read.text}` : `${read.text}.contains(principal)`, read)
}

const isEmpty: Atom = (random, use) => {
  const read = random.pick(rowSets)
  use('isEmpty')
  return guarded(random, use, `${read.text}.isEmpty()`, read)
}

const counted: Atom = (random, use) => {
  const read = random.pick(countReads)
  const sign = random.pick(['==', '!=', '<', '<=', '>', '>='])
  const number = random.pick(sign === '<' || sign === '>=' ? [1, 2, 3, 1000] : [0, 1, 2, 3, 1000])
  const isFlipped = random.chance(0.5) && !(number === 0 && (sign === '>' || sign === '<='))
  use(`count ${isFlipped ? 'after' : 'before'} ${sign}`)
  const text = isFlipped && number > 0 ? `${number} ${sign} ${read.text}` : `${read.text} ${sign} ${number}`
  return guarded(random, use, text, read)
}

const atoms: readonly Atom[] = [isMember, isMember, isMember, isEmpty, counted, counted, compared, compared, compared, compared, compared, timed, timed, chosen, truth, constantTruth, has, has, is, inRole, isPrincipal, like, like, contains, contains, containsSet, containsSet, sameSet] // biome-ignore format: weights on one line
