import { actionsOf, isIdle } from '../language/actions.ts'
import { isPerson } from '../language/lexicon.ts'
import type { Token } from '../language/tokens.ts'
import type { Topic } from './topic.ts'

const particles = /^(?:up|at|through|after|off|out|over|in|down|back|away|on)$/

/** A verb at a token: known ones in any form, others where the tagger and the place say so. */
export const verbAt = (
  tokens: readonly Token[],
  at: number,
  hasObject: boolean,
  preposition: string,
): { text: string; next: number; isIdle: boolean } | null => {
  const token = tokens[at] as Token
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  const isResumed = before?.lower === 'to' && /^(?:,|and|or)$/.test(tokens[at - 2]?.lower ?? '')
  if (preposition !== '' && !isResumed && !/^(?:,|and|or|\+|&|but|then)$/.test(before?.lower ?? '')) return null
  if (token.lower === 'full' && /^(?:crud|control)$/.test(after?.lower ?? ''))
    return { text: 'full control', next: at + 2, isIdle: false }
  if (token.lower === 'crud') return { text: 'crud', next: at + 1, isIdle: false }
  if (/^(?:does|do)$/.test(token.lower) && /^(?:everything|anything|all)$/.test(after?.lower ?? ''))
    return { text: 'do everything', next: at + 2, isIdle: false }
  if (/^(?:read|read-only|view|viewing)$/.test(token.lower) && /^(?:access|rights?)$/.test(after?.lower ?? ''))
    return { text: 'read', next: at + 2, isIdle: false }
  if (/^(?:read-only|readonly|view-only)$/.test(token.lower))
    return { text: 'read', next: at + (/^(?:access|rights?)$/.test(after?.lower ?? '') ? 2 : 1), isIdle: false }
  if (/^(?:full|complete|unrestricted|unlimited)$/.test(token.lower) && /^(?:access|rights?)$/.test(after?.lower ?? ''))
    return { text: 'full control', next: at + 2, isIdle: false }
  const base = baseOf(token)
  const isKnown = actionsOf(base) !== null
  const isFirst =
    at === 0 ||
    /^(?:,|and|or|\+|&|\/|to|may|can|must|shall|also|but|only|not|then|will|should|who|or)$/.test(before?.lower ?? '')
  const isJoined = before?.text === '+' && !hasObject && /^[a-z]+$/.test(token.lower)
  const isForm = token.pos === 'VERB' || (isKnown && isFirst) || isJoined
  const isTwo = after !== undefined && particles.test(after.lower) && actionsOf(`${base} ${after.lower}`) !== null
  if (!(isForm || isTwo) || !isFirst || token.pos === 'AUX') return null
  if (before?.lower === 'to' && hasObject === false && token.lower !== token.lemma && /s$/.test(token.lower))
    return null
  if (/ed$/.test(token.lower) && !isKnown) return null
  if (hasObject && !isTwo && token.pos !== 'VERB' && !followsVerbPlace(after)) return null
  if (after && particles.test(after.lower)) {
    const two = `${base} ${after.lower}`
    if (/^(?:log|sign) (?:in|on|up)$/.test(two)) return { text: two, next: at + 2, isIdle: true }
    if (actionsOf(two) !== null) return { text: two, next: at + 2, isIdle: false }
    if (actionsOf(base) !== null && /^(?:up|down|in|out|off)$/.test(after.lower) && base !== 'check')
      return { text: base, next: at + 2, isIdle: false }
    if (/^(?:up|off|out|away|back|down|in)$/.test(after.lower))
      return {
        text: two,
        next: at + 2,
        isIdle: isIdle(base) && !/^(?:sign off|hand out|hand back|check in|check out)$/.test(two),
      }
  }
  return { text: base, next: at + 1, isIdle: isIdle(base) }
}

const followsVerbPlace = (after: Token | undefined): boolean =>
  after !== undefined && (/^(?:DET|NOUN|PROPN|PRON|ADJ|CCONJ|PUNCT|NUM)$/.test(after.pos) || /s$/.test(after.lower))

const baseOf = ({ lower, lemma }: Token): string => {
  if (lemma !== lower || !/s$/.test(lower)) return lemma
  for (const base of [lower.replace(/ies$/, 'y'), lower.replace(/es$/, ''), lower.replace(/s$/, '')])
    if (base !== lower && actionsOf(base) !== null) return base
  return lower.replace(/s$/, '')
}

/** Whether what follows a label says what somebody does, not what something has. */
export const beginsGrant = (tokens: readonly Token[], key: string, topic: Topic): boolean => {
  const first = tokens[0]
  if (!first) return false
  const text = tokens
    .slice(0, 4)
    .map(({ lower }) => lower)
    .join(' ')
  if (
    /^(?:full|everything|all of|can|may|read[- ]only|crud|reads?|sees?|views?|creates?|manages?|lists?|looks?|registers?|only (?:reads?|sees?|may|can)|cannot|never)\b/.test(
      text,
    ) &&
    (isPerson(key) || topic.part === 'access')
  )
    return !/^reads? ?,|^reads?:/.test(text)
  const verb = verbAt(tokens, 0, false, '')
  if (!verb || verb.isIdle) return false
  const after = tokens[verb.next]
  const isList = after?.text === ',' && actionsOf(baseOf(tokens[verb.next + 1] ?? first)) === null
  const isKnown = actionsOf(verb.text) !== null
  const isThird = isKnown && /s$/.test(first.lower) && /^(?:\+|and|or|&|\/)$/.test(after?.lower ?? '')
  return !isList && (isPerson(key) || topic.part === 'access' || isThird)
}

/**
 * Words between verbs settle as verbs or nouns by the form of the first verb: after `view` a word in -s is a noun
 * (`view orders and fills`), and a bare word before any object is a verb (`approve, freeze and close accounts`).
 */
export const settled = (tokens: readonly Token[]): readonly Token[] => {
  const first = tokens.find(({ pos, lower }) => pos === 'VERB' && !/^(?:able|allowed)$/.test(lower))
  const isThird = first !== undefined && first.lower !== first.lemma && /s$/.test(first.lower)
  let hasObject = false
  return tokens.map((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const isListed = /^(?:,|and|or|\/|&|\+)$/.test(before?.lower ?? '')
    if (/^(?:DET|PRON)$/.test(token.pos) || (token.pos === 'NOUN' && !isListed && at > 0)) hasObject = true
    if (token.pos === 'VERB' && before?.pos === 'VERB' && !isThird && /[^s]s$/.test(token.lower))
      return { ...token, pos: 'NOUN' }
    if (!isListed || !/^[a-z-]+$/.test(token.lower)) return token
    const isHeld = /^(?:it|them|these|those|the|a|an|one|any|all|their|his|her|its|each)$/.test(after?.lower ?? '')
    if (isThird && isHeld && /^(?:NOUN|ADJ)$/.test(token.pos) && /[^s]s$/.test(token.lower))
      return { ...token, pos: 'VERB', lemma: token.lower.slice(0, -1) }
    const isPlural = /[^s]s$/.test(token.lower)
    // `Manages berths and permits`.
    const isOver = after === undefined || after.text === '.'
    if (token.pos === 'VERB' && isThird && isPlural && hasObject && isOver && actionsOf(token.lemma) === null)
      return { ...token, pos: 'NOUN' }
    if (token.pos === 'VERB' && !isThird && isPlural && !/^(?:is|has|does)$/.test(token.lower))
      return { ...token, pos: 'NOUN' }
    const isBare = /^(?:NOUN|ADJ)$/.test(token.pos) && !isPlural && !isThird
    const opens =
      /^(?:,|and|or|it|them|these|their|his|her|its|the|a|an|any|all|\+|up|off)$/.test(after?.lower ?? '') ||
      /^(?:NOUN|ADJ)$/.test(after?.pos ?? '')
    if (isBare && !hasObject && opens) return { ...token, pos: 'VERB' }
    if (isBare && isHeld) return { ...token, pos: 'VERB' }
    return token
  })
}

/** `marks them taught or missed` is two operations, each named by the state it ends in. */
export const stateAfter = (
  tokens: readonly Token[],
  from: number,
  verb: string | undefined,
): { verbs: string[]; next: number } | null => {
  if (verb === undefined || !/^(?:mark|flag|declare|set|put|report|record|check)$/.test(verb)) return null
  let at = /^(?:as|to|is)$/.test(tokens[from]?.lower ?? '') ? from + 1 : from
  const verbs: string[] = []
  for (; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (verbs.length > 0 && /^(?:or|and|,|\/)$/.test(token.lower)) continue
    if (!/^(?:VERB|ADJ|NOUN)$/.test(token.pos) || actionsOf(token.lemma) !== null || /^(?:of|for)$/.test(token.lower))
      break
    verbs.push(`${verb} ${token.lower}`)
  }
  return verbs.length > 0 ? { verbs, next: at } : null
}
