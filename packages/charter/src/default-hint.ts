import { didYouMean } from './near.ts'

/** What to write for a default that is no value of its type, or undefined. */
export const defaultHint = (value: string, type: string, values?: readonly string[]): string | undefined => {
  if (values) return [didYouMean(value, values), `Its values: ${values.join(', ')}.`].filter((each) => each).join(' ')
  const word = wordFor(value)
  if (word !== undefined) return hintOf(word, type)
  if (type === 'boolean') return 'Write `true` or `false`, without quotes.'
  if (/^(?:null|nil|none|undefined|)$/i.test(value))
    return 'Leave `default` out and write `optional: true`: then there may be no value.'
  return examples[type] && `Write it as in \`default: ${examples[type]}\`.`
}

const wordFor = (value: string): 'generated' | 'now' | 'today' | undefined => {
  const plain = value.toLowerCase().replace(/[^a-z]/g, '')
  if (/^(?:now|currenttimestamp|currenttime|datenow|newdate|getdate|sysdate|utcnow|timezonenow)$/.test(plain))
    return 'now'
  if (/^(?:today|currentdate|curdate)$/.test(plain)) return 'today'
  if (
    /^(?:generated?|auto|autoincrement|sequence|serial|uuid|uuidv\d?|uuidgenerate\w*|genrandomuuid|newid|random|randomuuid|cuid|identity)$/.test(
      plain,
    )
  )
    return 'generated'
  return undefined
}

/** Which types a word fills, the usual one first. */
const filled = { generated: ['uuid', 'int32', 'int64'], now: ['instant'], today: ['date'] } as const

const hintOf = (word: keyof typeof filled, type: string): string => {
  const kinds: readonly string[] = filled[word]
  if (kinds.includes(type)) return `Write \`default: ${word}\`.`
  if (type === 'date') return 'Write `default: today`.'
  if (type === 'instant') return 'Write `default: now`.'
  return `\`default: ${word}\` is for ${kinds.join(', ')}: write \`{ type: ${kinds[0]}, default: ${word} }\`.`
}

const examples: Readonly<Record<string, string>> = {
  text: '"text"',
  int32: '0',
  int64: '0',
  decimal: '0.00',
  float64: '0.5',
  date: '2026-03-31',
  time: '"08:30:00"',
  dateTime: '2026-03-31T08:30:00',
  instant: '2026-03-31T08:30:00Z',
  duration: 'PT1H',
}
