import { pluralNoun } from '@charter/charter'
import { actionsOf, isIdle } from '../language/actions.ts'
import { modal } from '../language/denials.ts'
import { hasFunctionWord } from '../language/function-words.ts'
import { letter } from './letter.ts'

/** What a clause lets those do whom it speaks of, with the thing that they belong to or with parts of it. */
export interface RightSaid {
  /** Verbs as they stand, in their plain form: `see`, `close`. */
  readonly verbs: readonly string[]
  readonly on: Target
}

/** The thing itself; those who belong to it; or what is of it: `its tasks`. */
export type Target = { readonly kind: 'whole' } | { readonly kind: 'part'; readonly noun: string }

/**
 * `may see it and update its tasks`, of a project: every word of it, else null, as what is not understood could be a limit.
 * A verb without a meaning of its own is taken for an operation.
 */
export const rightsOf = (clause: string, whole: string, before?: Target): readonly RightSaid[] | null => {
  const found: RightSaid[] = []
  let rest = clause.replace(/\s+/g, ' ').replace(/[\s.!?;,:]+$/, '')
  let last = before
  while (rest !== '') {
    const verbs = verbsIn(rest)
    const objects = verbs && objectsIn(verbs.rest, { whole, last })
    if (!verbs || !objects) return null
    for (const on of objects.found) found.push({ verbs: verbs.found, on })
    last = objects.found.at(-1)
    rest = objects.rest
  }
  return found.length > 0 ? found : null
}

interface Read<T> {
  readonly found: readonly T[]
  readonly rest: string
}

const helped = new RegExp(`^(?:${modal})\\s+(?:(?:also|then|always|ever)\\s+)?`, 'i')
const joined = /^(?:,? (?:and|or)|,) /

const verbsIn = (text: string): Read<string> | null => {
  const found: string[] = []
  for (let rest = text.replace(helped, ''); ; ) {
    const [whole = '', word = '', with_ = ''] = /^(\p{L}+)( (?:at|up|through))?(?=[ ,])/u.exec(rest) ?? []
    const verb = plainVerb(`${word}${with_}`.toLowerCase())
    if (verb === null) return null
    found.push(verb)
    rest = rest.slice(whole.length)
    const [join] = joined.exec(rest) ?? []
    if (join === undefined) return { found, rest: rest.trimStart() }
    rest = rest.slice(join.length)
  }
}

/** `sees` as `see`; null for what is no verb, and for verbs that say nothing of data. */
const plainVerb = (word: string): string | null => {
  const plain = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
  const known = plain.find((each) => actionsOf(each) !== null)
  if (known !== undefined) return known
  if (word.length < 4 || word.includes(' ') || plain.some(isIdle) || hasFunctionWord(word)) return null
  return noVerb.test(word) ? null : word
}

const noVerb = /^(?:its|their|them|each|every|only|also|this|that|these|those|have|has|with|from|into|when|until)$/

const objectsIn = (
  text: string,
  { whole, last }: { readonly whole: string; readonly last: Target | undefined },
): Read<Target> | null => {
  const found: Target[] = []
  for (let rest = text; ; ) {
    const next = objectIn(rest, whole, found.at(-1) ?? last)
    if (next === null) return found.length > 0 ? { found, rest } : null
    found.push(next.object)
    const after = rest.slice(next.length)
    const [more = '', named = ''] = next.object.kind === 'part' ? (onlyNoun.exec(after) ?? []) : []
    if (more !== '') return { found: [...found, part(named)], rest: '' }
    if (after === '') return { found, rest: '' }
    const [join] = joined.exec(after) ?? []
    if (join === undefined) return null
    rest = after.slice(join.length)
  }
}

/** `its tasks and comments`. */
const onlyNoun = new RegExp(`^,? and (${letter}+)$`, 'i')

const noun = `(?<noun>${letter}+(?: ${letter}+)?)`

const objectIn = (
  text: string,
  whole: string,
  last: Target | undefined,
): { readonly object: Target; readonly length: number } | null => {
  const one = `(?:${escaped(whole)}|${escaped(pluralNoun(whole))})`
  const forms: readonly (readonly [string, (said: string) => Target])[] = [
    [
      `(?:all (?:of )?)?(?:the |any |its |all )?${noun} (?:of|in|on|from|for) (?:it|(?:the|that|this|an?|their) ${one})`,
      part,
    ],
    [`(?:all (?:of )?)?(?:the |that |this |an? )?${one}['’]s? ${noun}`, part],
    [`(?:all (?:of )?)?(?:its|their) (?:own )?${noun}`, part],
    ['it', () => ({ kind: 'whole' })],
    ['(?:them|new ones|others|more of them)', () => last ?? { kind: 'whole' }],
    [`(?:(?:the|that|this|their|such an?|an?) )?${one}`, () => ({ kind: 'whole' })],
    // `add entries`: of the thing, as they are spoken of who belong to it.
    [`(?:new |all |any )?(?<noun>${letter}+s)`, part],
  ]
  for (const [source, objectOf] of forms) {
    const match = new RegExp(`^${source}(?=$|,| and | or )`, 'i').exec(text)
    if (match && !/\b(?:and|or)\b/i.test(match.groups?.noun ?? ''))
      return { object: objectOf(match.groups?.noun ?? ''), length: match[0].length }
  }
  return null
}

const part = (said: string): Target => ({ kind: 'part', noun: said.toLowerCase() })

const escaped = (text: string): string => text.replace(/[^\p{L}\d ]/gu, '\\$&')
