import type { Charter, Entity } from '@charter/charter'
import type { DraftProvenance } from '../outline.ts'
import type { Clause, EditQuestion, EditStep, NotUnderstood } from './edit.ts'
import { entitiesFor, type Matches, type Member, membersFor } from './find.ts'
import type { Value } from './flow-text.ts'
import { Sheet } from './sheet.ts'

/** Thrown by whoever cannot go on with a clause, and caught where clauses are read: nothing of it is done. */
export class Unclear extends Error {
  override readonly name = 'Unclear'
  readonly question: EditQuestion | null

  constructor(hint: string, question: EditQuestion | null = null) {
    super(hint)
    this.question = question
  }
}

/** What all commands of one edit work on. */
export class Desk {
  readonly sheet: Sheet
  readonly #original: Sheet
  readonly steps: EditStep[] = []
  readonly questions: EditQuestion[] = []
  readonly notUnderstood: NotUnderstood[] = []
  readonly provenance = new Map<string, DraftProvenance>()
  readonly moved = new Map<string, string | null>()
  #spoken: Spoken = { members: [] }

  constructor(sheet: Sheet) {
    this.sheet = sheet
    this.#original = new Sheet(sheet.files)
  }

  get charter(): Charter {
    return this.sheet.charter
  }

  /** The entity that was spoken of last, by itself or for a member of it. */
  get entityName(): string | undefined {
    return this.#spoken.entity
  }

  /** Notes what `it` and `them` stand for from now on: these members, or without any the entity; nothing where it is not known. */
  speakOf(entity?: string, ...members: readonly Member[]): void {
    this.#spoken = { ...(entity !== undefined && { entity }), members }
  }

  /**
   * The members that a pronoun stands for; none where it stands for the entity. What was added last is what was spoken of
   * last, but `them` may as well be the rows, and `it` one of several: that is a question, as rights may hang on it. Throws Unclear.
   */
  spokenMembers(pronoun: string, clause: Clause): readonly Member[] {
    const { entity, members } = this.#spoken
    const isOne = /^(?:it|this|that)$/i.test(pronoun.trim())
    const isField = members.every(({ kind }) => kind === 'field')
    if (members.length === 0 || (isOne && isField && members.length === 1)) return members
    const names = members.map((member) => this.#meant(member))
    throw ambiguous(pronoun, [...(isOne ? names : [listed(names)]), ...(entity === undefined ? [] : [entity])], clause)
  }

  /** What was written at a path before anything was done. */
  originalValue(path: readonly string[]): Value | undefined {
    return this.#original.value(path)
  }

  /** Notes what was done, and in the provenance that it was said. */
  did(clause: Clause, path: string, did: string): void {
    this.steps.push({ sentence: clause.text, path, did })
    this.provenance.set(path, { quoted: clause.text, offset: clause.offset, confidence: 1 })
  }

  ask(about: string, sentence: string, choices: readonly string[]): void {
    this.questions.push({ about, sentence, choices })
  }

  /** Takes back what was told of paths: what the words after it said is something else. */
  forget(...paths: readonly string[]): void {
    const isLeft = ({ path }: { readonly path: string }) => !paths.includes(path)
    replaceItems(this.steps, this.steps.filter(isLeft))
    replaceItems(
      this.questions,
      this.questions.filter(({ about }) => isLeft({ path: about })),
    )
    for (const path of paths) this.provenance.delete(path)
  }

  /** Where things stand, for `undo`. */
  mark(): Mark {
    return {
      files: this.sheet.files,
      steps: [...this.steps],
      questions: [...this.questions],
      provenance: new Map(this.provenance),
      moved: new Map(this.moved),
    }
  }

  undo({ files, steps, questions, provenance, moved }: Mark): void {
    this.sheet.restore(files)
    replaceItems(this.steps, steps)
    replaceItems(this.questions, questions)
    replaceAll(this.provenance, provenance)
    replaceAll(this.moved, moved)
  }

  entity(noun: string, clause: Clause): Entity {
    const name = /^(?:it|this|that|them|they|these|those)$/i.test(noun.trim()) ? this.entityName : undefined
    const found = name ?? only(entitiesFor(noun, this.charter), { noun, clause, what: 'entity', known: this.#names() })
    this.speakOf(found)
    return this.entityNamed(found)
  }

  entityNamed(name: string): Entity {
    const found = this.charter.entities.find((each) => each.name === name)
    if (!found) throw new Unclear(`There is no entity ${name}.`)
    return found
  }

  /** The entity that a noun names for certain, or null: asks nothing. */
  entityIfKnown(noun: string): Entity | null {
    const { found } = entitiesFor(noun, this.charter)
    return found.length === 1 && found[0] !== undefined ? this.entityNamed(found[0]) : null
  }

  memberOf(noun: string, clause: Clause): Member {
    const [spoken] = /^(?:it|this|that)$/i.test(noun.trim()) ? this.#spokenMember(noun, clause) : []
    if (spoken) return spoken
    const matches = membersFor(noun, this.charter, this.topic(clause) ?? this.entityName)
    const texts = { found: matches.found.map(pathOf), ...(matches.near !== undefined && { near: matches.near }) }
    const path = only(texts, { noun, clause, what: 'field', known: [] })
    const member = matches.found.find((each) => pathOf(each) === path) ?? matches.found[0]
    if (!member) throw new Unclear(`There is no field "${noun}".`)
    this.speakOf(member.entity, member)
    return member
  }

  /** Where only a member can be meant, a relation that was just added is no other than itself. */
  #spokenMember(pronoun: string, clause: Clause): readonly Member[] {
    const { members } = this.#spoken
    return members.length === 1 ? members : this.spokenMembers(pronoun, clause)
  }

  /** A relation is spoken of by the rows that it leads to. */
  #meant(member: Member): string {
    const { relations } = this.entityNamed(member.entity)
    return (member.kind === 'relation' && relations.find(({ name }) => name === member.name)?.target) || pathOf(member)
  }

  topic(clause: Clause): string | undefined {
    return clause.topic === undefined ? undefined : entitiesFor(clause.topic, this.charter).found[0]
  }

  #names(): readonly string[] {
    return this.charter.entities.map(({ name }) => name)
  }
}

/** What was spoken of last. */
interface Spoken {
  readonly entity?: string
  readonly members: readonly Member[]
}

export interface Mark {
  readonly files: Readonly<Record<string, string>>
  readonly steps: readonly EditStep[]
  readonly questions: readonly EditQuestion[]
  readonly provenance: ReadonlyMap<string, DraftProvenance>
  readonly moved: ReadonlyMap<string, string | null>
}

const replaceItems = <T>(list: T[], by: readonly T[]): void => {
  list.splice(0, list.length, ...by)
}

const replaceAll = <T>(map: Map<string, T>, by: ReadonlyMap<string, T>): void => {
  map.clear()
  for (const [key, value] of by) map.set(key, value)
}

export const pathOf = ({ entity, name }: Member): string => `${entity}.${name}`

interface ClauseQuestion {
  readonly noun: string
  readonly clause: Clause
  readonly what: string
  readonly known: readonly string[]
}

/** The one match; several are a question with the clause spelled for each, none is said with what is there. */
export const only = ({ found, near }: Matches<string>, { noun, clause, what, known }: ClauseQuestion): string => {
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const spelled = (name: string) => clause.text.replace(noun, name)
  if (first !== undefined) throw ambiguous(noun, found, clause)
  if (near !== undefined) {
    const sentence = `There is no ${what} "${noun.trim()}". Did you mean ${near}?`
    throw new Unclear(sentence, { about: near, sentence, choices: [spelled(near)] })
  }
  const there = known.length > 0 ? ` There ${known.length > 1 ? 'are' : 'is'} ${listed(known)}.` : ''
  throw new Unclear(`There is no ${what} "${noun.trim()}".${there}`)
}

/** A noun that could mean several things is a question, with the clause spelled for each. */
export const ambiguous = (noun: string, names: readonly string[], { text }: Clause): Unclear => {
  const sentence = `"${noun.trim()}" could be ${listed(names, 'or')}. Which one?`
  // As a word of its own: `it` stands in `limit`, too.
  const word = new RegExp(`(?<!\\w)${noun.trim().replace(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'i')
  const spelled = (name: string) => text.replace(word, () => name)
  return new Unclear(sentence, { about: names[0] ?? '', sentence, choices: names.map(spelled) })
}

export const listed = (names: readonly string[], word = 'and'): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}` : (names[0] ?? '')
