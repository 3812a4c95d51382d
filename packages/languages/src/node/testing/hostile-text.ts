import type { Random } from './random.ts'

/** Set by every payload that manages to run: reading generated source back must leave it unset. */
export const canary = '__charterInjected'

const run = `globalThis.${canary} = true`

/** Pieces that end, open or confuse something in TypeScript, JSON, SQL, Cedar, Markdown or HTML. */
const pieces: readonly string[] = [
  `'; ${run}; //`,
  `"; ${run}; //`,
  `\`; ${run}; //`,
  `\${${run}}`,
  `' + (${run}) + '`,
  `*/ ${run} /*`,
  `*/\n${run}\n/**`,
  `\n${run}\n`,
  `\r${run}\r`,
  `\u2028${run}\u2028`,
  `\u2029${run}\u2029`,
  `\\'; ${run}; //`,
  `\\`,
  '\\\\',
  '\\u0027',
  '\\x27',
  `</script><script>${run}</script>`,
  '<!-- ',
  ' -->',
  '{{constructor}}',
  '$&',
  "$'",
  '$`',
  '${',
  '}',
  '`',
  "'",
  '"',
  '/*',
  '*/',
  '*\\/',
  '//',
  '#!',
  '@ts-expect-error',
  '@ts-ignore',
  '@ts-nocheck',
  'biome-ignore lint: no',
  '// @ts-expect-error',
  '//# sourceMappingURL=data:,x',
  '\ufeff',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u000c',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u061c',
  '\u00a0',
  '\t',
  '\n',
  '\r\n',
  '\n\n',
  'é',
  'é',
  'ß',
  '字',
  '😀',
  '👩‍👩‍👧',
  '\udbff\udfff',
  'x'.repeat(130),
  "' OR '1'='1",
  '"; DROP TABLE patient; --',
  '?',
  '%_',
  '| a |',
  '[a](javascript:alert(1))',
  '# heading',
  '__proto__',
  'constructor',
  'undefined',
  'NaN',
  '0',
  '-0',
  '1e999',
  'true',
  'null',
]

/** Pieces that no YAML reader lets through, for charters built past it. */
const unreadable: readonly string[] = ['\u0000', '\ud800', '\udfff', 'a\ud83d', '\udc00b']

/** One to four pieces in a row. */
export const hostileText = (random: Random, isPastParser = false): string =>
  random
    .some(1, 4, () => random.pick(isPastParser && random.chance(0.3) ? unreadable : pieces))
    .join(random.chance(0.3) ? ' ' : '')

/** Words that mean something to TypeScript, to JavaScript's objects, or to the generated files themselves. */
const words =
  'proto prototype constructor hasOwnProperty toString valueOf then length name arguments eval await async yield let static class function default delete import export new this null true false undefined type interface enum package private public protected implements var const void with get set of any unknown never string number object symbol bigint boolean json jsonObject promise record error array map date index models routes model sql access page types main server service operations operation problem problemError row rows support test app rest run input output key value fields entity close open initial runtime development contract sqlite code globalThis process require module exports self window Infinity NaN'.split(
    ' ',
  )

/** A member's name that the parser lets through: reserved words, twins by case, long ones. */
export const memberName = (random: Random): string => {
  const word = random.pick(words)
  const plain = `${word.charAt(0).toLowerCase()}${word.slice(1)}`
  return shaped(plain, random)
}

/** An entity's or a type's name that the parser lets through. */
export const entityName = (random: Random): string => {
  const word = random.pick(words)
  return shaped(`${word.charAt(0).toUpperCase()}${word.slice(1)}`, random)
}

const shaped = (name: string, random: Random): string => {
  if (random.chance(0.7)) return name
  return random.pick([
    `${name}_`,
    `${name}__`,
    `${name}2`,
    `${name}_2`,
    `${name.charAt(0)}${name.slice(1).toUpperCase()}`,
    `${name}Model`,
    `${name}Input`,
    `${name}Sql`,
    `${name}Routes`,
    `${name}_A__b`,
    `${name}${'x'.repeat(40)}`.slice(0, 64),
  ])
}

/** A name that no parser lets through. */
export const impossibleName = (random: Random): string =>
  random.pick([
    '__proto__',
    'constructor',
    '',
    ' ',
    '1st',
    '-',
    'a b',
    'naïve',
    '名前',
    '../../escape',
    'a/b',
    "a'b",
    'a`b',
    'a\nb',
    '*/',
    '\ud800',
    hostileText(random, true),
  ])

/** Distinct results of `make`. */
export const distinct = (random: Random, min: number, max: number, make: (random: Random) => string): string[] => [
  ...new Set(random.some(min, max, () => make(random))),
]
