import { memberName } from '../read/names.ts'
import { type ReadField, readField } from '../read/read-field.ts'
import type { Item } from '../reading/items.ts'
import type { Word } from '../reading/word.ts'

/** The fields that one part of a list says: `from - to` are two, `passed or failed` is a result. */
export const saidFields = (said: string, item: Item, entity: string): readonly ReadField[] =>
  halvesOf(said).flatMap((half) => {
    const read = momentIn(half) ?? (half === said ? choiceIn(item) : null) ?? readField(deedIn(half), entity)
    return read ? [read] : []
  })

const ends =
  /^(?:(?<name>[\p{L}]+) )?(?<one>from|start|begin|in|min|lat|latitude|arrival|departure)\s*(?:[-–/+&,]|and|to)?\s*(?:\k<name> )?(?<other>to|till|until|end|out|max|long|lng|longitude|departure|return|arrival)$/iu

/** `from - to`, `lat/long`, `drink from - drink to`. */
const halvesOf = (said: string): readonly string[] => {
  const { name, one, other } = ends.exec(said.trim())?.groups ?? {}
  if (!one || !other) return [said]
  return [one, other].map((end) => [name, whole[end.toLowerCase()] ?? end].filter(Boolean).join(' '))
}

const whole: Readonly<Record<string, string>> = { lat: 'latitude', long: 'longitude', lng: 'longitude' }

/** `when it was handed out`: `handedOutAt`. */
const momentIn = (said: string): ReadField | null => {
  const verb =
    /^(?:since )?when (?:(?:it|she|he|they|we|this|the [\p{L}]+) )?(?:(?:is|was|were|are|got|gets|has been|had been) )?(?<verb>[\p{L}]+(?:ed|en|ne|nt|ught|ade|old|aid|ut|eft|ame|ook|ave)(?: (?:in|out|up|off|back|over|on|down))?)$/iu.exec(
      said.trim(),
    )?.groups?.verb
  return verb ? { name: memberName(`${verb} at`), options: { type: 'instant' }, confidence: 0.8 } : null
}

/** `what we practised`: `practised`. */
const deedIn = (said: string): string =>
  said.replace(/^(?:what|which|how) (?:we|they|he|she|it|you|i|people|somebody) (?=[\p{L}]+$)/iu, '')

/** `open/closed`, `passed or failed`, `gas or oil`: values that nothing names. */
const choiceIn = ({ words, bracket }: Item): ReadField | null => {
  const joined = words.filter(isJoining)
  const values = words.filter((word) => !isJoining(word))
  if (bracket !== null || joined.length === 0 || values.length !== joined.length + 1 || values.length > 6) return null
  if (!words.every((word, at) => isJoining(word) === (at % 2 === 1)) || values.some(({ lower }) => lower === 'not'))
    return null
  const names = values.map(({ lower }) => memberName(lower))
  if (names.some((name) => name === '' || /^\d/.test(name))) return null
  const areStates = values.every(({ pos, tense }) => pos === 'adj' || (pos === 'verb' && tense === 'past'))
  if (!areStates && !values.every(({ pos, nouns }) => pos === 'noun' && !nouns.some(isProperty))) return null
  const isResult = values.some(({ lower }) => /^(?:pass(?:ed)?|fail(?:ed)?|won|lost|fit|unfit)$/.test(lower))
  const name = isResult ? 'result' : areStates ? 'status' : 'type'
  return { name, options: { type: 'enum', values: names }, confidence: 0.8 }
}

const isJoining = ({ lower }: Word): boolean => /^(?:or|\/)$/.test(lower)

const isProperty = ({ senses }: Word['nouns'][number]): boolean =>
  senses.some(({ is }) => is === 'property' || is === 'measure')
