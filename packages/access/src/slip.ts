import { type Entity, nearest } from '@charter/charter'

/** What in a condition is written as other languages have it, where, and what to write. */
export interface Slip {
  /** In the condition's own characters. */
  readonly offset: number
  /** Completes "This is not Cedar: …". */
  readonly why: string
  readonly help: string
}

/** The first slip of a condition that Cedar cannot read, or undefined where none is known. */
export const slipIn = (condition: string, entity: Entity): Slip | undefined => {
  // Text in double quotes is anybody's; blanked, the rest stands where it stood.
  const bare = condition.replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${' '.repeat(text.length - 2)}"`)
  const found = [...[...signs, ...calls].flatMap((sign) => signAt(bare, sign)), ...wordAt(bare, entity)]
  const [first] = found.sort((a, b) => a.offset - b.offset)
  return first ?? unfinished(bare)
}

interface Sign {
  readonly pattern: RegExp
  readonly why: (written: string) => string
  readonly help: (written: string) => string
}

const presence =
  'Whether there is a value is asked with `has`: `resource has nick`, or `!(resource has nick)` for none.'

const signs: readonly Sign[] = [
  {
    pattern: /\band\b/i,
    why: (written) => `\`${written}\` is \`&&\` here`,
    help: () => 'Write `a && b`.',
  },
  {
    pattern: /\bor\b/i,
    why: (written) => `\`${written}\` is \`||\` here`,
    help: () => 'Write `a || b`.',
  },
  {
    pattern: /\bnot\b/i,
    why: (written) => `\`${written}\` is \`!\` here`,
    help: () => 'Write `!(a == b)`, or `a != b`.',
  },
  {
    pattern: /[=!]=\s*(?:null|nil|none|undefined)\b|\bis\s+(?:not\s+)?null\b/i,
    why: () => 'there is no null to compare with',
    help: () => presence,
  },
  {
    pattern: /<>/,
    why: () => '`<>` is `!=` here',
    help: () => 'Write `a != b`.',
  },
  {
    pattern: /[=!]==/,
    why: (written) => `\`${written}\` is \`${written.slice(0, 2)}\` here`,
    help: (written) => `Write \`a ${written.slice(0, 2)} b\`.`,
  },
  {
    pattern: /(?<![=!<>])=(?![=<>])/,
    why: () => 'one `=` compares nothing',
    help: () => 'Write `a == b`.',
  },
  {
    pattern: /'[^']*'/,
    why: () => 'text stands in double quotes',
    help: (written) =>
      `Write \`"${written.slice(1, -1)}"\`, and the whole condition in single quotes if YAML needs them.`,
  },
  {
    pattern: /[“”„‘’]/,
    why: (written) => `\`${written}\` is a quote of prose`,
    help: () => 'Write straight double quotes: `"text"`.',
  },
  {
    pattern: /(?<![\w.])\d+\.\d+/,
    why: () => 'a number has no fraction here',
    help: (written) =>
      `A decimal is compared as text, with \`==\` and \`!=\` alone: \`"${written}"\`. What is above or below it, keep in a field of its own.`,
  },
]

/** Functions that other languages have. */
const calls: readonly Sign[] = [
  {
    pattern: /(?<![\w.])(?:context\.)?(?:now|today|current_timestamp|getdate|sysdate)\s*\(\s*\)/i,
    why: (written) => `\`${written}\` is no function here`,
    help: () => clock,
  },
  {
    pattern: /\.(?:minus|plus|add|subtract)\s*\(/i,
    why: (written) => `\`${written}…)\` is \`offset\` here`,
    help: () => 'Write `.offset(duration("-48h"))`.',
  },
  {
    pattern: /\.(?:size|length|count)\s*\(\s*\)/i,
    why: () => 'nothing is counted in a condition itself',
    help: () => 'A set of the entity has a `count`: `resource.votes >= 2`; `isEmpty()` asks whether there is none.',
  },
  {
    pattern: /\.(?:startsWith|endsWith|matches)\s*\(/i,
    why: (written) => `\`${written}…)\` is \`like\` here`,
    help: () => 'Write `resource.ward like "A*"`.',
  },
  {
    pattern: /(?<![\w.])(?:date|timestamp|instant)\s*\(/i,
    why: (written) => `\`${written}…)\` is \`datetime(…)\` here`,
    help: () => 'Write `datetime("2026-03-31")`.',
  },
  {
    pattern: /\b(?:hasRole|isInRole|inRole)\s*\(/i,
    why: () => 'a role is asked with `in`',
    help: () => 'Write `principal in Role::"…"`.',
  },
]

const clock = 'The time of the call is `context.now`, its date `context.today`.'

const signAt = (bare: string, { pattern, why, help }: Sign): readonly Slip[] => {
  const match = pattern.exec(bare)
  return match ? [{ offset: match.index, why: why(match[0]), help: help(match[0]) }] : []
}

/** Words that stand alone in Cedar. */
const kept =
  /^(?:resource|principal|action|context|true|false|if|then|else|in|is|has|like|and|or|not|null|nil|none|undefined)$/i
const caller = /^(?:user|me|self|caller|auth|current_?user|session|token|claims)$/i

const wordAt = (bare: string, entity: Entity): readonly Slip[] => {
  for (const { index, 0: word } of bare.matchAll(/(?<![\w.:"])[A-Za-z_]\w*(?!\w|\s*\(|::|\s*")/g)) {
    const isAttribute = /\bhas\s+$/.test(bare.slice(0, index))
    if (!kept.test(word) && !isAttribute)
      return [{ offset: index, why: `\`${word}\` is nothing by itself`, help: helpFor(word, entity) }]
  }
  return []
}

const helpFor = (word: string, entity: Entity): string => {
  const members = [...entity.fields, ...entity.relations].map(({ name }) => name)
  if (members.includes(word)) return `A field of the row is written \`resource.${word}\`.`
  const isRow = word.toLowerCase() === entity.name.toLowerCase() || /^(?:this|row|record|it|entity|object)$/i.test(word)
  if (isRow) return 'The row is called `resource`: `resource.ward`.'
  if (/^(?:now|current_timestamp|sysdate|getdate)$/i.test(word)) return clock
  if (/^today$/i.test(word)) return 'The date of the call is `context.today`, its time `context.now`.'
  if (caller.test(word)) return 'Who asks is called `principal`: `principal.id`.'
  const isValue = entity.fields.some(({ type }) => type.kind === 'enum' && type.values.includes(word))
  if (isValue) return `Text stands in double quotes: \`"${word}"\`.`
  const near = nearest(word, members)
  return near === undefined
    ? `A field of the row is written \`resource.ward\`, one of who asks \`principal.ward\`, text in double quotes: \`"${word}"\`.`
    : `Did you mean \`resource.${near}\`?`
}

const unfinished = (bare: string): Slip | undefined => {
  const [opened, closed] = [bare.split('(').length, bare.split(')').length]
  if (opened > closed) return { offset: bare.indexOf('('), why: 'a `(` is not closed', help: 'Write `)` at its end.' }
  if (opened < closed) return { offset: bare.lastIndexOf(')'), why: 'a `)` closes nothing', help: 'Leave it out.' }
  const end = /(?:&&|\|\||[=!<>]=|[<>!.])\s*$/.exec(bare)
  return end
    ? { offset: end.index, why: `it ends with \`${end[0].trim()}\``, help: 'Say what comes after it, or leave it out.' }
    : undefined
}
