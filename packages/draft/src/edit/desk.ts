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
  /** What was spoken of last: for `it` and `they`. */
  entityName: string | undefined
  member: Member | undefined

  constructor(sheet: Sheet) {
    this.sheet = sheet
    this.#original = new Sheet(sheet.files)
  }

  get charter(): Charter {
    return this.sheet.charter
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

  /** Where things stand, for `undo`. */
  mark(): Mark {
    return {
      files: this.sheet.files,
      steps: this.steps.length,
      questions: this.questions.length,
      provenance: new Map(this.provenance),
      moved: new Map(this.moved),
    }
  }

  undo({ files, steps, questions, provenance, moved }: Mark): void {
    this.sheet.restore(files)
    this.steps.length = steps
    this.questions.length = questions
    replaceAll(this.provenance, provenance)
    replaceAll(this.moved, moved)
  }

  entity(noun: string, clause: Clause): Entity {
    const name = /^(?:it|them|they|these|those)$/i.test(noun.trim()) ? this.entityName : undefined
    const found = name ?? only(entitiesFor(noun, this.charter), { noun, clause, what: 'entity', known: this.#names() })
    this.entityName = found
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
    if (/^(?:it|this|that)$/i.test(noun.trim()) && this.member) return this.member
    const matches = membersFor(noun, this.charter, this.topic(clause) ?? this.entityName)
    const texts = { found: matches.found.map(pathOf), ...(matches.near !== undefined && { near: matches.near }) }
    const path = only(texts, { noun, clause, what: 'field', known: [] })
    const member = matches.found.find((each) => pathOf(each) === path) ?? matches.found[0]
    if (!member) throw new Unclear(`There is no field "${noun}".`)
    this.member = member
    this.entityName = member.entity
    return member
  }

  topic(clause: Clause): string | undefined {
    return clause.topic === undefined ? undefined : entitiesFor(clause.topic, this.charter).found[0]
  }

  #names(): readonly string[] {
    return this.charter.entities.map(({ name }) => name)
  }
}

export interface Mark {
  readonly files: Readonly<Record<string, string>>
  readonly steps: number
  readonly questions: number
  readonly provenance: ReadonlyMap<string, DraftProvenance>
  readonly moved: ReadonlyMap<string, string | null>
}

const replaceAll = <T>(map: Map<string, T>, by: ReadonlyMap<string, T>): void => {
  map.clear()
  for (const [key, value] of by) map.set(key, value)
}

export const pathOf = ({ entity, name }: Member): string => `${entity}.${name}`

interface Asking {
  readonly noun: string
  readonly clause: Clause
  readonly what: string
  readonly known: readonly string[]
}

/** The one match; several are a question with the clause spelled for each, none is said with what is there. */
export const only = ({ found, near }: Matches<string>, { noun, clause, what, known }: Asking): string => {
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const spelled = (name: string) => clause.text.replace(noun, name)
  if (first !== undefined) {
    const sentence = `"${noun.trim()}" could be ${listed(found, 'or')}. Which one?`
    throw new Unclear(sentence, { about: first, sentence, choices: found.map(spelled) })
  }
  if (near !== undefined) {
    const sentence = `There is no ${what} "${noun.trim()}". Did you mean ${near}?`
    throw new Unclear(sentence, { about: near, sentence, choices: [spelled(near)] })
  }
  const there = known.length > 0 ? ` There ${known.length > 1 ? 'are' : 'is'} ${listed(known)}.` : ''
  throw new Unclear(`There is no ${what} "${noun.trim()}".${there}`)
}

export const listed = (names: readonly string[], word = 'and'): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}` : (names[0] ?? '')
