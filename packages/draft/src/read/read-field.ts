import { singularNoun } from '@charter/charter'
import { valuesOf } from '../language/items.ts'
import type { Option, Options } from '../options.ts'
import { spelled } from '../reading/nearest-word.ts'
import { fieldTypes, personWords, plainText } from './field-types.ts'
import { fileHints, fileSaid, longestSaid } from './file-words.ts'
import { isPlural, memberName, wordsOf } from './names.ts'
import { nounOf } from './statements.ts'
import { measuredIn } from './units.ts'

export interface ReadField {
  readonly name: string
  readonly options: Options
  /** How much of it the words say: 1 for a listed enum, less where the type comes from the name alone. */
  readonly confidence: number
}

/** A field from one item of a list: `an optional end date`, `size (small, medium, large)`, `whether it is abnormal`. */
export const readField = (item: string, entity: string): ReadField | null => {
  const measured = measuredIn(item)
  const named = measured && readPlainField(measured.named, entity)
  return measured && named ? withUnit(named, measured.unit) : readPlainField(item, entity)
}

/** What is measured is a number, and the unit is said of it. */
const withUnit = (field: ReadField, unit: string): ReadField => {
  const { type } = field.options
  if (type === 'text' && field.options.length === plainText.length)
    return { ...field, options: { ...amount, description: `In ${unit}.` }, confidence: 0.8 }
  return /^(?:int32|decimal|float64)$/.test(String(type))
    ? { ...field, options: { ...field.options, description: `In ${unit}.` } }
    : field
}

const amount: Options = { type: 'decimal', precision: 12, scale: 3 }

const readPlainField = (item: string, entity: string): ReadField | null => {
  const inside = [...item.matchAll(/\(([^)]*)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((part) => !/^(?:e\.g|i\.e)\./i.test(part))
    .join('; ')
  const bare = item
    .replace(
      /^(?:an? |the )?(?:flag|indication|indicator|mark|tick|note|field|remark)(?: of| that says| saying| to say| for)? (?=whether\b|if\b)/i,
      '',
    )
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\b(?:e\.g\.|i\.e\.|for example|such as|for instance)\s.*$/i, ' ')
    .replace(/(?<!\/\s?|\bor )\b(?:nr|no|num|nbr)\.?(?=\s+of\b|\s*$)/gi, 'number')
    .replace(/^(?:what|which) (?=[a-z])/i, '')
    .replace(/\s+(?:they|he|she|it|we|you|people|somebody) \w+.*$/i, (tail, _at: number, all: string) =>
      /^(?:an? |the )?(?:date|time|day|moment|whether|if)\b/i.test(all) ? tail : '',
    )
    .replace(
      /\s+(?:that|which) (?:is|must be|has to be) (?:an? )?(?:whole )?(?:number|integer)\b.*$/i,
      ' (whole number)',
    )
    .replace(
      /\s+(?:of|with|in) (?:exactly )?(?:\d+|two|three|four|five|six|eight|ten) (?:letters?|digits?|characters?|signs?|places?)\b/i,
      '',
    )
    .replace(/\s+of (?:one|two|\d+)(?: to | up to |\s*-\s*|\s*–\s*).*$/i, '')
    .replace(/\s+(?:exactly|afterwards|held|asked for|as well|too|at the end|at first|of it|there|then|please)$/i, '')
    .replace(/\s+(?:of )?(?:up to|at most|at least|between|from|max(?:imum)?) \d.*$/i, ' ')
    .replace(
      /^(?:then |also |and |optionally |additionally |in addition |moreover |where known |if known |how many (?=\w)|of course |maybe |perhaps |plus |finally |later(?: on)? )+/i,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
  const hinted = readHint(bare, inside, entity)
  if (hinted) return hinted.name === '' ? null : { ...hinted, options: refine(hinted.options, `${item} ${inside}`) }
  const piped =
    /^([\p{L}][\p{L} -]{1,30}?)[ :]+((?:[\p{L}\d-]+(?: [\p{L}\d-]+)?)(?:\s?[|/>]\s?[\p{L}\d-]+(?: [\p{L}\d-]+)?){1,})$/u.exec(
      bare,
    )
  if (
    piped?.[1] &&
    piped[2] &&
    !/\b(?:y\/n|yes\/no|ja\/nein|and\/or)\b/i.test(bare) &&
    valuesOf(piped[2].replaceAll('>', '|')).length > 1
  ) {
    const listed = enumeration(nounOf(piped[1]), valuesOf(piped[2].replaceAll('>', '|')))
    if (listed && listed.name !== '') return { ...listed, options: refine(listed.options, `${item} ${inside}`) }
  }
  const flag = readFlag(bare) ?? readMoment(bare)
  const said = flag ?? readListed(bare, inside) ?? readNamed(bare, entity)
  if (
    !said ||
    said.name === '' ||
    /^(?:id|each|every|all|both|them|it)$/.test(said.name) ||
    said.name === `${memberName(entity)}Id`
  )
    return null
  const refined = refine(said.options, `${item} ${inside}`)
  return { ...said, options: refined }
}

const hints: readonly { readonly words: RegExp; readonly options: Options }[] = [
  {
    words: /^(?:y\/n|yes\/no|yes or no|true\/false|boolean|bool|flag|tick ?box|check ?box|ja\/nein)\b/i,
    options: { type: 'boolean', default: false },
  },
  {
    words: /^(?:money|amount|euros?|eur|usd|dollars?|pounds?|decimal|numeric|two decimals)\b/i,
    options: { type: 'decimal', precision: 12, scale: 2 },
  },
  {
    words:
      /^(?:date ?\+ ?time|date and time|date\/time|date & time|datetime|timestamp|instant|date with time|moment)\b/i,
    options: { type: 'instant' },
  },
  { words: /^(?:date|a date|day)\b/i, options: { type: 'date' } },
  { words: /^(?:time|time of day)\b/i, options: { type: 'time' } },
  { words: /^(?:whole number|integer|int|count|number)\b/i, options: { type: 'int32', min: 0 } },
  {
    words: /^(?:a list|list|a list of|several|array|comma[- ]separated|multiple)\b/i,
    options: { type: 'array', items: 'text' },
  },
  {
    words: /^(?:text|free text|string|just text|plain text|long text|varchar)\b/i,
    options: { type: 'text', length: '1..200' },
  },
  { words: /^(?:uuid|guid)\b/i, options: { type: 'uuid' } },
  ...fileHints,
]

/** `shares_bought (whole number)`, `Indoor?`: the type is said beside the name. */
const readHint = (bare: string, inside: string, entity: string): ReadField | null => {
  const isAsked = /^[\p{L} -]{2,40}\?$/u.test(bare)
  const hint = isAsked ? hints[0] : hints.find(({ words }) => words.test(inside))
  const name = nounOf(bare.replace(/\?$/, ''))
  if (!hint || wordsOf(name).length === 0 || wordsOf(name).length > 5 || /^(?:whether|if)\b/i.test(bare)) return null
  const named = readNamed(name, entity)
  if (!named) return null
  const kept = named.options.class === undefined ? {} : { class: named.options.class }
  const isSame = named.options.type === hint.options.type
  const isKeptSo = isSame && hint.options.type !== 'file'
  return { name: named.name, options: isKeptSo ? named.options : { ...hint.options, ...kept }, confidence: 0.95 }
}

/** `whether it is abnormal`, `refrigerated y/n`, `deposit received or not`. */
const readFlag = (text: string): ReadField | null => {
  const [, about] =
    /^(?:an? )?(?:whether|if) (?:or not )?(?:it|they|he|she|he or she|we|you|somebody|someone|anything|something|everything|the \w+|there)?\s*(?:is|are|was|were|has been|have been|gets?|has|have|wants?)?\s*(?:an? |the )?(.+)$/i.exec(
      text,
    ) ?? []
  const [, marked] =
    /^(.+?)\s*(?:\by\/n\b|\byes or no\b|\by or n\b|\byes\/no\b|\bor not\b|\bflag\b|: (?:true|false))/i.exec(text) ?? []
  const subject = about ?? marked
  if (subject === undefined) return null
  const words = nounOf(subject)
  const name = /^(?:is|has|was)\b/i.test(words) ? memberName(words) : memberName(`is ${words}`)
  return { name, options: { type: 'boolean', default: false }, confidence: 0.9 }
}

/** `the moment it was recorded`, `the date it was returned`. */
const readMoment = (text: string): ReadField | null => {
  const [, kind = '', verb] =
    /^(?:the )?(moment|time|date|day) (?:when |that |at which |on which |of )?(?:it|they|he|she|we|somebody|the \w+) (?:(?:was|were|is|are|has been|have been|had been|actually|really|got) )*(\w+(?: (?:in|out|up|off|back|over|down))?)/i.exec(
      text,
    ) ?? []
  if (verb === undefined) return null
  const isDay = /^(?:date|day)$/i.test(kind)
  return {
    name: memberName(`${verb} ${isDay ? 'on' : 'at'}`),
    options: isDay ? { type: 'date' } : { type: 'instant' },
    confidence: 0.9,
  }
}

/** `status: planned, done`, `unit (mg, ml or tablet)`, `status requested / confirmed`. */
const readListed = (bare: string, inside: string): ReadField | null => {
  const isMeasure =
    /\b\d+ (?:characters?|digits?|letters?|chars)\b|\b(?:unique|optional|etc|required|date and time|mm|cm)\b/i.test(
      inside,
    )
  const bracketed = isMeasure ? [] : valuesOf(inside)
  if (bracketed.length > 1) return enumeration(nounOf(bare.split(':')[0] ?? bare), bracketed)
  const [, name, list] = /^(.+?)\s*(?::|\bis one of\b|\bone of\b|\bis either\b|\beither\b|=)\s*(.+)$/i.exec(bare) ?? []
  if (name !== undefined && list !== undefined && valuesOf(list).length > 1)
    return enumeration(nounOf(name), valuesOf(list))
  const [, state, rest] =
    /^(?:an? |the )?(status|state|stage|direction|phase|result|type|kind|level|size|grade|outcome|priority|urgency|severity|mode|side|category)\s+(.+(?:\/|\||->|→|\bor\b).+)$/i.exec(
      bare,
    ) ?? []
  return state !== undefined && rest !== undefined && valuesOf(rest).length > 1
    ? enumeration(state, valuesOf(rest))
    : null
}

const enumeration = (name: string, values: readonly string[]): ReadField | null => {
  if (values.length < 2) return null
  if (values.every((value) => /^\d+$/.test(value))) {
    const numbers = values.map(Number)
    return {
      name: memberName(name),
      options: { type: 'int32', min: Math.min(...numbers), max: Math.max(...numbers) },
      confidence: 0.8,
    }
  }
  const isState = /status|state|stage|phase/i.test(name)
  return {
    name: memberName(name),
    options: { type: 'enum', values, ...(isState && { default: values[0] ?? '' }) },
    confidence: 1,
  }
}

const singularLast = (text: string): string => {
  const words = text.split(' ')
  return [...words.slice(0, -1), singularNoun(words.at(-1) ?? '')].join(' ')
}

const readNamed = (bare: string, entity: string): ReadField | null => {
  const isList = /^(?:an? )?(?:list|set|number) of (?=\w+s\b)/i.test(bare) && !/^(?:an? |the )?number of/i.test(bare)
  const isCount = /^(?:an? |the )?(?:total |whole |maximum |minimum |max\.? |min\.? )?number of\b/i.test(bare)
  const turned =
    /^(?:an? |the |its |their )?((?:[\w-]+ )?(?:name|date|time|number|code|address|e-?mail|phone|size|price|cost|title|type|kind|id|weight|colour|status|description|amount|level|length|currency|rate))s? of (?:the |an? |its |their |his |her |each )((?:[\w-]+ ?){1,3})$/i.exec(
      bare.replace(/\s+(?:as|that|which|who|where|when|in|on|at|for|from|by|to|with|if)\s.*$/i, ''),
    )
  if (turned?.[1] && turned[2] && !/^(?:number)$/i.test(turned[1]))
    return readNamed(
      wordsOf(turned[2]).join(' ') === wordsOf(entity).join(' ') ? turned[1] : `${turned[2]} ${turned[1]}`,
      entity,
    )
  const [, unit, measured] =
    /^(?:an? |the )?((?:sq\.?|square|cubic) \w+|metres?|meters?|kilos?|kilograms?|grams?|litres?|liters?|hours|minutes|days|weeks|months|percentage|share|amount|quantity|total|sum) of (?:the |an? )?([\w -]{3,30})$/i.exec(
      bare,
    ) ?? []
  if (unit !== undefined && measured !== undefined && /metre|meter|kilo|gram|litre|liter|square|sq/i.test(unit))
    return readNamed(measured, entity)
  const noun = nounOf(
    bare
      .replace(/^(?:an? )?(?:list|set) of /i, '')
      .replace(/^(?:optional(?:ly)?|required|unique|possibly|maybe)\s+/i, ''),
  ).replace(/^(?:optional(?:ly)?|required|unique|possibly|maybe|expected)\s+/i, '')
  const words = wordsOf(noun).map(spelled)
  if (words.length === 0 || words.length > 5 || !/[a-z]/i.test(noun)) return null
  const text = words.join(' ')
  const name = canonical(
    isCount
      ? `${singularLast(text.replace(/^(?:total |whole |maximum |minimum |max |min )?number of (?:the )?/, ''))} count`
      : text,
    entity,
  )
  const known = isCount
    ? { type: 'int32', min: 0 }
    : (fieldTypes.find((each) => each.words.test(text))?.options ?? fileSaid(bare))
  const options = known ?? plainText
  const isPersonal = options.class === undefined && /\bname\b/.test(text) && personWords.test(entity)
  const whole: Options = isPersonal ? { ...options, class: 'pii' } : options
  const isMany =
    isList ||
    (known === undefined &&
      isPlural(words.at(-1) ?? '') &&
      /^(?:tags|keywords|skills|languages|allergies|ingredients|features|labels|topics)$/.test(words.at(-1) ?? ''))
  return {
    name,
    options: isMany
      ? { type: 'array', items: 'text', ...(typeof whole.class === 'string' && { class: whole.class }) }
      : whole,
    confidence: known ? 0.8 : 0.6,
  }
}

const abbreviations: Readonly<Record<string, string>> = {
  temp: 'temperature',
  nr: 'number',
  no: 'number',
  num: 'number',
  nbr: 'number',
  qty: 'quantity',
  addr: 'address',
  desc: 'description',
  descr: 'description',
  prio: 'priority',
  ref: 'reference',
  amt: 'amount',
  pct: 'percent',
  wt: 'weight',
  min: 'min',
  max: 'max',
  lat: 'latitude',

  ts: 'timestamp',
  acked: 'acknowledged',
  mins: 'minutes',
  hrs: 'hours',
  cert: 'certificate',
  dept: 'department',
  approx: 'approximate',
  est: 'estimated',
  recieved: 'received',
}

const short: Readonly<Record<string, string>> = {
  dob: 'birthDate',
  'date of birth': 'birthDate',
  birthday: 'birthDate',
  'birth date': 'birthDate',
  'e mail': 'email',
  'email address': 'email',
  'e mail address': 'email',
  'phone number': 'phone',
  telephone: 'phone',
  'telephone number': 'phone',
  'social security number': 'ssn',
  'full name': 'name',
  qty: 'quantity',
  'start date': 'startsOn',
  'end date': 'endsOn',
  'due date': 'dueOn',
  'return date': 'returnedOn',
}

/** House names for what people spell in many ways; a name that repeats its entity loses it (`product_name`: `name`). */
const canonical = (given: string, entity: string): string => {
  const text = given
    .split(' ')
    .map((word) => (Object.hasOwn(abbreviations, word) ? abbreviations[word] : word))
    .join(' ')
    .replace(/^(?:our|own|their|its|his|her) /, '')
  const prefix = `${wordsOf(entity).join(' ')} `
  const own = text.startsWith(prefix) && text !== `${prefix}id` ? text.slice(prefix.length) : text
  return (Object.hasOwn(short, own) ? short[own] : undefined) ?? memberName(own)
}

/** What is said beside the name: optional, unique, how long, how many, from what to what. */
const refine = (options: Options, said: string): Options => {
  const more: Record<string, Option> = {}
  const isText = options.type === 'text'
  const isNumber = ['int32', 'decimal'].includes(String(options.type))
  const [, upTo] = /\b(?:up to|at most|max(?:imum)?(?: of)?)\s+(\d+)\s+(?:characters|chars|letters)\b/i.exec(said) ?? []
  const [, digits] = /\b(\d+) digits\b/i.exec(said) ?? []
  const [, least] = /\b(?:at least|no less than|not below) (\d+)\b/i.exec(said) ?? []
  const [, most] = /\b(?:at most|up to|no more than|not above) (\d+)\b/i.exec(said) ?? []
  const [, from, to] =
    /\b(?:from )?(\d+)\s*(?:to|-|–)\s*(\d+)\b/.exec(said) ?? /\bbetween (\d+) and (\d+)\b/i.exec(said) ?? []
  const isOfLetters = /\d\s+(?:characters|chars|letters|signs)\b/i.test(said)
  if (isText && isOfLetters && from !== undefined && to !== undefined) more.length = `${from}..${to}`
  const [, exact] = /\b(?:of|with|exactly) (?:exactly )?(\d+) (?:characters|chars|letters|signs)\b/i.exec(said) ?? []
  if (isText && exact !== undefined) more.length = `${exact}..${exact}`
  if (isText && upTo !== undefined) more.length = `..${upTo}`
  if (isText && digits !== undefined) more.pattern = `\\d{${digits}}`
  if (isNumber && least !== undefined) more.min = Number(least)
  if (isNumber && most !== undefined) more.max = Number(most)
  if (isNumber && from !== undefined && to !== undefined && Number(from) < Number(to))
    Object.assign(more, { min: Number(from), max: Number(to) })
  if (
    /\b(?:optional|optionally|if (?:any|known|given|there)|not all have|may be (?:empty|missing|left)|can be empty|if the \w+ agrees|when known|possibly|nullable)\b/i.test(
      said,
    )
  )
    more.optional = true
  if (/\bunique\b/i.test(said)) more.unique = true
  if (/\b(?:confidential|confidental|sensitive|personal)\b/i.test(said) && options.class === undefined)
    more.class = 'pii'
  if (options.type === 'file') Object.assign(more, longestSaid(said))
  const { length: _length, ...unsized } = options
  const isPatterned = more.pattern !== undefined
  if (more.optional === true && options.default !== undefined) delete more.optional
  return { ...(isPatterned ? unsized : options), ...more }
}
