import type { Json, JsonObject } from '@charter/runtime'
import {
  alternativesOf,
  asList,
  entryOf,
  isRequired,
  itemOf,
  kindOf,
  membersOf,
  type Part,
  wholeCharter,
} from './charter-shape.ts'

/** What a model answered: a charter as it would stand in a document, and what it says that each part rests on. */
export interface Answer {
  readonly charter: JsonObject
  /** Quoted words by path: `entities.Patient.fields.ssn`. Claims, not verified. */
  readonly quotes: ReadonlyMap<string, string>
  /** Sentences that the model says hold nothing of the API. Claims, not verified. */
  readonly passedOver: readonly string[]
}

/**
 * Reads what was answered in the form of `answerSchema`; null where it is no JSON object. What is not of the form stays as
 * it is, for `check` to tell; maps are taken as they are, as servers without strict modes may answer so.
 */
export const readAnswer = (text: string): Answer | null => {
  const answer = jsonOf(text)
  if (!isRecord(answer)) return null
  const { passedOver, ...rest } = answer
  const quotes = new Map<string, string>()
  const charter = plainObject(wholeCharter, rest, { path: [], quotes })
  const texts = Array.isArray(passedOver) ? passedOver.filter((each) => typeof each === 'string') : []
  return { charter, quotes, passedOver: texts }
}

/** The object in a text, which servers without a JSON mode wrap in a fence or in words. */
const jsonOf = (text: string): unknown => {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  try {
    return from < 0 ? undefined : JSON.parse(text.slice(from, to + 1), (_, value: unknown) => oneLine(value))
  } catch {
    return undefined
  }
}

/** Nothing in a draft has need of control and format characters, and a terminal or an editor would act on them. */
const oneLine = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ') : value

interface AnswerPosition {
  readonly path: readonly string[]
  readonly quotes: Map<string, string>
}

const plainObject = (object: Part, value: JsonObject, at: AnswerPosition): JsonObject => {
  const { options, ...always } = value
  const given = Array.isArray(options) ? options.filter(isRecord) : isRecord(options) ? [options] : []
  const members = membersOf(object)
  const entries = [always, ...given].flatMap(Object.entries<Json>).flatMap(([name, each]) => {
    const member = members.get(name)
    const plain = member ? plainValue(member, each, { ...at, path: [...at.path, name] }) : each
    return isNothing(plain) && !isRequired(object, name) ? [] : [[name, plain] as const]
  })
  return Object.fromEntries(entries)
}

const plainValue = (part: Part, value: Json, at: AnswerPosition): Json => {
  if (kindOf(part) === 'dictionary') return plainDictionary(part, value, at)
  if (kindOf(part) === 'value') return plainScalar(part, value)
  const object = alternativesOf(part).find((each) => kindOf(each) === 'object')
  if (object && isRecord(value)) return plainObject(object, value, at)
  const list = kindOf(part) === 'list' ? part : asList(part)
  if (!list || !Array.isArray(value)) return value
  const items = value.map((each) => plainValue(itemOf(list), each, at))
  const isAlone = list !== part && items.length === 1 && typeof items[0] === 'string' && list.where !== 'values'
  return isAlone ? (items[0] ?? null) : items
}

const plainDictionary = (dictionary: Part, value: Json, at: AnswerPosition): Json => {
  const entries = entriesOf(value)
  if (!entries) return value
  const entry = entryOf(dictionary)
  const plain = new Map<string, Json>()
  for (const [name, given] of entries) {
    const path = [...at.path, name]
    if (plain.has(name)) continue
    if (!isRecord(given)) {
      plain.set(name, given)
      continue
    }
    const { name: _name, quote, ...rest } = given
    if (typeof quote === 'string') at.quotes.set(path.join('.'), quote)
    plain.set(name, plainValue(entry, rest, { ...at, path }))
  }
  return Object.fromEntries(plain)
}

const entriesOf = (value: Json): readonly (readonly [string, Json])[] | null => {
  if (isRecord(value)) return Object.entries(value)
  if (!Array.isArray(value)) return null
  return value.flatMap((each) => (isRecord(each) && typeof each.name === 'string' ? [[each.name, each] as const] : []))
}

/** A number that the form gives as text. */
const plainScalar = ({ schema }: Part, value: Json): Json =>
  Array.isArray(schema.type) && typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value)
    ? Number(value)
    : value

const isNothing = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
