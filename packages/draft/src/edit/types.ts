import { fileCalled } from '../read/file-words.ts'
import type { Members } from './flow-text.ts'
import { valuesOf } from './reading.ts'

/** Options that belong to a type: they go with it. */
export const typeOptions = [
  ...[
    'type',
    'length',
    'pattern',
    'format',
    'min',
    'max',
    'precision',
    'scale',
    'values',
    'items',
    'kinds',
    'size',
    'members',
    'tag',
    'variants',
  ],
] as const

const scales: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }

/** What people call types: the first line that fits wins. */
const known: readonly (readonly [RegExp, Members])[] = [
  [/^(?:long text|multi-?line text|paragraph|free text|text area)$/, { type: 'text', length: '..4000' }],
  [/^(?:text|string|word|words|characters)$/, { type: 'text', length: '1..200' }],
  [/^(?:big|large|long) (?:number|integer|int)$|^(?:bigint|int64|long)$/, { type: 'int64' }],
  [/^(?:whole )?number$|^(?:integer|int|int32|count)$/, { type: 'int32' }],
  [/^(?:money|amount|price|currency amount)$/, { type: 'decimal', precision: 12, scale: 2 }],
  [/^(?:decimal|decimal number|numeric|exact number)$/, { type: 'decimal', precision: 12, scale: 2 }],
  [/^(?:float|float64|double|floating[- ]point(?: number)?|real)$/, { type: 'float64' }],
  [
    /^(?:boolean|bool|flag|yes[ /-]?(?:or )?no(?: (?:field|flag|value))?|checkbox|true or false|switch)$/,
    { type: 'boolean' },
  ],
  [/^(?:calendar )?(?:date|day)$/, { type: 'date' }],
  [/^(?:date and time|date-?time|timestamp|moment|instant|point in time)$/, { type: 'instant' }],
  [/^(?:time(?: of day)?|clock time)$/, { type: 'time' }],
  [/^(?:duration|time span)$/, { type: 'duration' }],
  [/^(?:uuid|guid)$/, { type: 'uuid' }],
  [/^e-?mail(?: address)?$/, { type: 'text', length: '..254', format: 'email' }],
  [/^(?:url|uri|link|web address)$/, { type: 'text', length: '..2000', format: 'uri' }],
  [/^(?:phone|telephone)(?: number)?$/, { type: 'text', format: 'phone' }],
  [/^(?:json|object)$/, { type: 'json' }],
  [/^(?:binary|bytes|blob)$/, { type: 'bytes', length: '..1048576' }],
  [/^(?:list|array|set)(?: of (?:texts?|strings?|words))?$/, { type: 'array', items: 'text' }],
  [/^(?:list|array|set) of (?:whole )?(?:numbers|integers|ints)$/, { type: 'array', items: 'int32' }],
]

/** The options of a type that words name, or null: `a decimal with 3 digits`, `one of a, b or c`, `a whole number`. */
export const typeFor = (words: string): Members | null => {
  const text = words
    .toLowerCase()
    .replace(/["']/g, '')
    .replace(/^(?:now\s+)?(?:of type\s+|an?\s+|the\s+|type\s+)+/, '')
    .trim()
  const digits = decimalsIn(text)
  const [, list] = /^(?:one of|enum(?:eration)?(?: of)?:?|a choice of|either|choice between)\s+(.+)$/.exec(text) ?? []
  const values = list === undefined ? [] : valuesOf(list)
  if (values.length > 1) return { type: 'enum', values }
  if (digits !== null) return { type: 'decimal', precision: 12, scale: digits }
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? fileCalled(text) ?? null
}

/** `with three decimals`, `3 decimal places`. */
export const decimalsIn = (text: string): number | null => {
  const [, count] =
    /\b(\d|one|two|three|four|five|six)\s+(?:decimals?|decimal (?:places|digits)|digits after|places)\b/i.exec(text) ??
    []
  if (count === undefined) return null
  return scales[count.toLowerCase()] ?? Number(count)
}
