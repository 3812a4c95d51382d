import { isPerson } from '../language/lexicon.ts'
import { type Phrase, phraseAt } from '../language/phrases.ts'
import { type Token, tokensOf } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'
import { settled, stateAfter, verbAt } from './grant-verbs.ts'

export interface GrantText {
  readonly role: string
  readonly tokens: readonly Token[]
  readonly quote: Quote
  /** What the sentence before was about. */
  readonly topic: string | null
  readonly facts: Facts
  readonly isDenied?: boolean
}

/** Verbs and their objects, from left to right: `create, read and list visits of their own ward, and cancel them`. */
export const readGrant = (given: GrantText): void => new GrantReader(given).read()

/** What a cell or a remark grants one role. */
export const readGrantText = ({
  role,
  text,
  start,
  facts,
}: {
  readonly role: string
  readonly text: string
  readonly start: number
  readonly facts: Facts
}): void => {
  const letters = /^([CRUDL]{1,5})\b\s*/.exec(text)
  const spelled = letters?.[1]
    ? [...letters[1]]
        .map((letter) => ({ C: 'create', R: 'read', U: 'update', D: 'delete', L: 'list' })[letter])
        .join(', ')
    : null
  const said =
    spelled === null
      ? text.replace(/^(?:x|yes|✓|full)\b\s*/i, 'manage ')
      : text.replace(letters?.[0] ?? '', `${spelled} `)
  for (const part of said.split(';'))
    readGrant({ role, tokens: tokensOf(part.toLowerCase(), start), quote: { text, start }, topic: null, facts })
}

const conditionStarts =
  /^(?:if|when|where|only|until|unless|while|as|that|which|who|within|before|once|after|whose|assigned|for|from|of|in|on|at|with|under|to|during|by|without|against|except)$/
const stops = /^(?:but|never|not|nothing|no|nobody|n't|cannot|excluding|except)$/
const standIns = /^(?:everything|anything|all|it|them|those|these|both|each|one|ones)$/
const histories = /^(?:(?:change )?history|audit (?:trail|log|entry)|trail)$/
const everything = /^(?:(?:full )?(?:control|crud)|full access)$/

/** One grant after the other: verbs gather until objects follow, and a verb after objects begins the next grant. */
class GrantReader {
  readonly #given: GrantText
  readonly #tokens: readonly Token[]
  /** Objects of the grants before. */
  readonly #last: Phrase[] = []
  #at = 0
  #depth = 0
  #isNegated: boolean
  #verbs: string[] = []
  #objects: Phrase[] = []
  #condition = ''
  #preposition = ''
  #hasObject = false
  #isAll = false
  #isUnread = false

  constructor(given: GrantText) {
    this.#given = given
    this.#tokens = settled(given.tokens)
    this.#isNegated = given.isDenied ?? false
  }

  read(): void {
    while (this.#at < this.#tokens.length) this.#next(this.#tokens[this.#at] as Token)
    this.#close()
  }

  #next(token: Token): void {
    if (token.text === '(') this.#depth++
    if (token.text === ')') this.#depth--
    if (this.#depth > 0) {
      if (this.#hasObject) this.#condition += ` ${token.lower}`
      this.#at++
    } else if (stops.test(token.lower)) this.#stop(token)
    else if (!this.#verb(token) && !this.#standIn(token) && !this.#limit(token) && !this.#object()) this.#skip(token)
  }

  /** A noun that is not read is what the verbs before it are about. */
  #skip({ pos }: Token): void {
    if (/^(?:NOUN|PROPN)$/.test(pos) && !this.#hasObject) this.#isUnread = this.#verbs.length > 0
    this.#at++
  }

  #close(): void {
    const { role, quote, topic, facts } = this.#given
    this.#last.push(...this.#objects)
    if (this.#verbs.length > 0 && (this.#hasObject || topic !== null))
      facts.grants.push({
        role,
        verbs: this.#verbs,
        objects: this.#objects,
        condition: this.#condition,
        isDenied: this.#isNegated,
        quote,
        topic,
        isAll: this.#isAll,
      })
    this.#verbs = []
    this.#objects = []
    this.#condition = ''
    this.#preposition = ''
    this.#hasObject = false
    this.#isAll = false
  }

  /** `but` goes on; `not` turns what follows into a denial; `except` ends it all, and `everything but` is read as a whole (`withAllBut`). */
  #stop({ lower }: Token): void {
    const next = this.#tokens[this.#at + 1]?.lower ?? ''
    const isOfAll =
      this.#verbs.includes('do everything') && !this.#hasObject && /^(?:but|except|excluding)$/.test(lower)
    if (isOfAll && !/^(?:only|just)$/.test(next)) {
      this.#verbs = []
      this.#at = this.#tokens.length
      return
    }
    if (this.#hasObject) this.#close()
    if (lower !== 'but') this.#isNegated = true
    this.#at = lower === 'except' || lower === 'excluding' ? this.#tokens.length : this.#at + 1
  }

  #verb({ lower }: Token): boolean {
    const isAll = /^(?:everything|anything)$/.test(lower)
    const verb = isAll ? null : verbAt(this.#tokens, this.#at, this.#hasObject, this.#preposition)
    if (!verb) return false
    if (this.#hasObject) this.#close()
    if (this.#isUnread) this.#verbs = []
    this.#isUnread = false
    if (!verb.isIdle) this.#verbs.push(verb.text)
    this.#preposition = ''
    this.#at = verb.next
    return true
  }

  /** `everything`, `it`, `them`: what was spoken of. */
  #standIn({ lower }: Token): boolean {
    if (!standIns.test(lower) || phraseStarts(this.#tokens, this.#at)) return false
    const isAfterPreposition = /^(?:of|in|for|to|from|on|with|by)$/.test(this.#tokens[this.#at - 1]?.lower ?? '')
    if (lower === 'everything' || lower === 'anything') {
      if (this.#verbs.length === 0) this.#verbs.push('do everything')
      else this.#isAll = true
    } else if (!isAfterPreposition) this.#objects.push(...meant(lower, [...this.#last, ...this.#objects]))
    this.#hasObject = true
    this.#at++
    this.#state()
    return true
  }

  /** What limits a grant goes on until a list of objects goes on. */
  #limit({ lower, text }: Token): boolean {
    if (this.#preposition === '') {
      if (!conditionStarts.test(lower) || !this.#hasObject) return false
      if (lower === 'with' && this.#verbs.includes('do everything') && this.#objects.length === 0) {
        this.#at++
        return true
      }
      this.#preposition = lower
    }
    const isBreak = text === ',' || lower === 'and'
    const after = this.#at + (isBreak && this.#tokens[this.#at + 1]?.lower === 'and' ? 2 : 1)
    const next = isBreak ? phraseAt(this.#tokens, after, false) : null
    const canGoOn = !/^(?:their|his|her|its|when|if)$/.test(this.#preposition)
    if (next && canGoOn && (next.value.isPlural || this.#preposition === 'for')) {
      this.#preposition = ''
      this.#at = after
      return true
    }
    this.#condition += ` ${lower}`
    this.#at++
    return true
  }

  #object(): boolean {
    const read = phraseAt(this.#tokens, this.#at)
    if (!read) return false
    const { value } = read
    if (value.of)
      this.#condition += ` of ${value.of.isOwn ? 'own ' : value.of.isPossessive ? 'their ' : ''}${value.of.key}`
    if (histories.test(value.key)) this.#history(value)
    else if (everything.test(value.key)) this.#verbs.push('full control')
    else {
      this.#objects.push(value)
      if (value.isOwn) this.#condition += ` own ${value.words.join(' ')}`
      this.#hasObject = true
    }
    this.#at = Math.max(read.next, this.#at + 1)
    if (this.#objects.length > 0) this.#state()
    this.#assignment(value)
    const isOver = /^(?:of|over|on|with|to|about|for)$/.test(this.#tokens[this.#at]?.lower ?? '')
    if (isOver && this.#objects.length === 0) this.#at++
    return true
  }

  /** `the audit trail of orders`, `plus their history`. */
  #history({ of }: Phrase): void {
    if (this.#verbs.length > 0 && this.#objects.length > 0) this.#close()
    this.#verbs = ['audit']
    const objects = of ? [of] : this.#last.slice(-1)
    this.#objects.push(...objects)
    if (objects.length > 0) this.#hasObject = true
  }

  #state(): void {
    const state = stateAfter(this.#tokens, this.#at, this.#verbs.at(-1))
    if (!state) return
    this.#verbs = [...this.#verbs.slice(0, -1), ...state.verbs]
    this.#at = state.next
  }

  /** `assigns pilots to them` is done to them, and called after what is assigned. */
  #assignment({ key }: Phrase): void {
    const verb = this.#verbs.at(-1) ?? ''
    const pronoun = this.#tokens[this.#at + 1]?.lower ?? ''
    if (!/^(?:assign|allocate|appoint)$/.test(verb) || this.#tokens[this.#at]?.lower !== 'to') return
    const isIt = /^(?:it|them|these|those)$/.test(pronoun)
    const target = phraseAt(this.#tokens, this.#at + 1, false)
    const named = target && !isPerson(target.value.key) ? [target.value] : []
    const onto = isIt ? meant(pronoun, this.#last) : named
    if (onto.length === 0) return
    this.#verbs = [`${verb} ${key}`]
    this.#objects = [...onto]
    this.#at = isIt ? this.#at + 2 : (target?.next ?? this.#at + 1)
  }
}

/** What `it` or `them` stands for among the objects so far: the last that is one, or the last that are many. */
const meant = (pronoun: string, objects: readonly Phrase[]): readonly Phrase[] => {
  if (pronoun === 'both' || pronoun === 'all') return objects.slice(-2)
  const isOne = pronoun === 'it' || pronoun === 'one'
  const found = objects.findLast(({ isPlural }) => isPlural !== isOne) ?? objects.at(-1)
  return found ? [found] : []
}

const phraseStarts = (tokens: readonly Token[], at: number): boolean => {
  const read = phraseAt(tokens, at, false)
  return read !== null && read.next > at + 1
}
