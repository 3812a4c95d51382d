import { actionsOf } from '../reading.ts'

const everything = ['create', 'read', 'update', 'delete', 'list']

/** Plain forms that a word may have: `deleting`, `deleted` and `deletes` are `delete`. */
const basesOf = (word: string): readonly string[] => [
  word,
  ...(/ing$/.test(word) ? [word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4)] : []),
  ...(/ied$/.test(word) ? [`${word.slice(0, -3)}y`] : []),
  ...(/ed$/.test(word) ? [word.slice(0, -2), word.slice(0, -1), word.slice(0, -3)] : []),
  ...(/s$/.test(word) ? [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')] : []),
  ...(Object.hasOwn(irregular, word) ? [irregular[word] ?? word] : []),
]

const irregular: Readonly<Record<string, string>> = {
  seen: 'see',
  sees: 'see',
  seeing: 'see',
  written: 'write',
  made: 'make',
  read: 'read',
  put: 'put',
  paid: 'pay',
  sent: 'send',
  found: 'find',
  withdrawn: 'withdraw',
}

/** The plain form and the actions of a verb, in any form; actions are null where it is a verb of the business. */
export const verbOf = (word: string): { readonly base: string; readonly actions: readonly string[] | null } => {
  const text = word.toLowerCase()
  for (const base of basesOf(text)) {
    const actions = actionsOf(base)
    if (actions) return { base, actions }
  }
  return { base: plainOf(text), actions: null }
}

/** A verb that is no known one: `approving` is `approv(e)`, told by its letters. */
const plainOf = (word: string): string => {
  if (Object.hasOwn(irregular, word)) return irregular[word] ?? word
  const stem = /ing$/.test(word) ? word.slice(0, -3) : /ed$/.test(word) ? word.slice(0, -2) : null
  if (stem === null) return word.replace(/(?<=(?:ss|sh|ch|x))es$/, '').replace(/(?<=[^s])s$/, '')
  if (/i$/.test(stem)) return `${stem.slice(0, -1)}y`
  if (/([^aeiouls])\1$/.test(stem)) return stem.slice(0, -1)
  return /(?:[^aeiou][aeiou](?:v|c|s|g|z|rg|t)|[^aeiou]v|rg|nc|[aeiou]v|ns|rs|ct?e?u|lv|rv)$/.test(stem) &&
    !/(?:ct|it|at|et|ect)$/.test(stem)
    ? `${stem}e`
    : stem
}

export interface Verbs {
  readonly actions: readonly string[]
  /** Verbs of the business: `approve`. */
  readonly others: readonly string[]
  /** What follows the verbs. */
  readonly rest: string
}

const access: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:have |has |get |gets )?(?:read|viewing|view)(?:-only| only)? access (?:to|on)\s+/i, ['read', 'list']],
  [/^(?:have |has |get |gets )?(?:full (?:access|control)|all rights|every right) (?:to|on|over|of)\s+/i, everything],
  [/^(?:have |has |get |gets )?(?:write) access (?:to|on)\s+/i, ['create', 'update', 'delete']],
  [/^(?:have |has |get |gets )?access to\s+/i, ['read', 'list']],
  [/^do (?:everything|anything|all)(?: (?:with|to|on))?(?:\s+|$)/i, everything],
]

/** `do everything except sales`. */
const exception = /^(?:except|but|other than|apart from)\b/i

/** What things do, not people with them. */
const describing = new Set('be have has need is are contain include store carry belong become'.split(' '))

const two = /^(look|sign|set|put|throw|take)\s+(at|up|through|in|away|after|care)\b/i

/** `create, read and delete orders`: the verbs, then what follows; null where it begins with none. */
export const verbsIn = (text: string, isNoun: (word: string) => boolean): Verbs | null => {
  for (const [pattern, actions] of access) {
    const found = pattern.exec(text)?.[0]
    if (found === undefined) continue
    const rest = text.slice(found.length)
    return { actions, others: [], rest: rest === '' || exception.test(rest) ? `everything ${rest}`.trim() : rest }
  }
  const actions: string[] = []
  const others: string[] = []
  let rest = text
  for (;;) {
    const word = two.exec(rest)?.[0] ?? /^[A-Za-z][\w-]*/.exec(rest)?.[0]
    if (word === undefined) break
    const verb = verbOf(word.replace(/\s+/g, ' '))
    if (describing.has(verb.base) || describing.has(word.toLowerCase())) return null
    if (verb.actions) actions.push(...verb.actions)
    else others.push(verb.base)
    rest = rest.slice(word.length).trimStart()
    const next = /^(?:,\s*(?:and\s+|or\s+)?|and\s+(?:also\s+)?|or\s+|\/\s*|&\s*)(?=([A-Za-z][\w-]*))/i.exec(rest)
    if (!next || isNoun(next[1] ?? '')) break
    const isVerb = verbOf(next[1] ?? '').actions !== null || /^(?:\S+\s+){1,2}/.test(rest.slice(next[0].length))
    if (!isVerb) break
    rest = rest.slice(next[0].length)
  }
  return actions.length + others.length === 0 ? null : { actions: [...new Set(actions)], others, rest }
}
