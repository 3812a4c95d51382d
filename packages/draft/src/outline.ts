import type { Analysis } from './analysis.ts'
import { everyone } from './facts/facts.ts'
import type { Options } from './options.ts'

/** What `draftCharter` gives. */
export interface Draft {
  /** A slug, and a title for people. */
  readonly name: string
  readonly title: string
  /** YAML of a charter that passes `check`, with comments where something was assumed. */
  readonly document: string
  /** For `charter.lock`, by path (`Patient.birthDate`): the words it rests on and where they begin, or why it was assumed. */
  readonly lockProvenance: Readonly<Record<string, DraftProvenance>>
  /** A sentence for each thing that the words do not say. */
  readonly assumed: readonly string[]
  readonly questions: readonly DraftQuestion[]
  /** What was read in the words; of words that describe nothing, also what was filled in, marked as not quoted. */
  readonly analysis: Analysis
}

export interface DraftProvenance {
  readonly quoted?: string
  /** Characters from the beginning of the words. */
  readonly offset?: number
  readonly assumed?: string
  /** From 0 to 1. */
  readonly confidence: number
}

export interface DraftQuestion {
  readonly about: string
  readonly sentence: string
  readonly choices: readonly string[]
  /** The words say two things that cannot both hold. */
  readonly isContradiction?: boolean
}

/** A charter in the making: filled by readers in turn, then written. */
export interface Outline {
  readonly entities: Map<string, OutlineEntity>
  /** Slugs, in order of appearance. */
  readonly roles: Set<string>
  /** By attribute name. */
  readonly principal: Map<string, Options>
  readonly operations: Map<string, OutlineOperation>
  /** Operations that code alone calls, and routes of the service's own, as a charter has them. */
  readonly internal: Map<string, Options>
  readonly routes: Map<string, Options>
  readonly provenance: Map<string, DraftProvenance>
  readonly questions: DraftQuestion[]
  /** What the words deny outright, by `deniedKey`. */
  readonly denied: Set<string>
  serves: readonly string[]
  pageSize?: number
  /** Pages of the service's own origin have sessions. */
  hasCookies?: boolean
  /** Rows belong to one tenant each. */
  tenancy?: { readonly field: string; readonly claim: string }
  /** Rows say who belongs where, and with which roles. */
  membership?: Options
}

export interface OutlineEntity {
  readonly name: string
  description?: string
  readonly fields: Map<string, Options>
  readonly relations: Map<string, Options>
  readonly allow: Map<string, Grant>
  /** Checks by name. */
  readonly checks: Map<string, Options>
  /** Fields of which no two rows have the same values. */
  readonly unique: string[][]
  /** Sets of rows by name, which conditions ask of. */
  readonly sets: Map<string, Options>
  /** The field that holds a `principal.id`. */
  person?: string
  /** Its rows are of no tenant. */
  isShared?: boolean
  rest?: Options
}

export interface Grant {
  readonly actions: Set<string>
  when?: string
  readonly reveal: Set<string>
  /** Lines of the same role under conditions of their own. */
  readonly more: Grant[]
}

/** A role's rights to an entity, each under its condition. */
export const linesOf = (grant: Grant | undefined): readonly Grant[] => (grant ? [grant, ...grant.more] : [])

export const noGrant = (): Grant => ({ actions: new Set(), reveal: new Set(), more: [] })

export interface OutlineOperation {
  readonly entity: string
  readonly description: string
  readonly input: Readonly<Record<string, Options>>
  readonly errors: readonly string[]
}

export const emptyOutline = (): Outline => ({
  entities: new Map(),
  roles: new Set(),
  principal: new Map(),
  operations: new Map(),
  internal: new Map(),
  routes: new Map(),
  provenance: new Map(),
  questions: [],
  denied: new Set(),
  serves: ['rest'],
})

export const entityIn = (outline: Outline, name: string): OutlineEntity => {
  const known = outline.entities.get(name)
  if (known) return known
  const made: OutlineEntity = {
    name,
    fields: new Map(),
    relations: new Map(),
    allow: new Map(),
    checks: new Map(),
    unique: [],
    sets: new Map(),
  }
  outline.entities.set(name, made)
  return made
}

export const grantIn = (entity: OutlineEntity, role: string): Grant => {
  const known = entity.allow.get(role)
  if (known) return known
  const made = noGrant()
  entity.allow.set(role, made)
  return made
}

/** Notes where something comes from; the first source stays. */
export const note = (outline: Outline, path: string, from: DraftProvenance): void => {
  if (!outline.provenance.has(path)) outline.provenance.set(path, from)
}

export const deniedKey = (role: string, entity: string, action: string): string => `${role} ${entity} ${action}`

/** Whether the words deny it, to this role or to everyone. */
export const isDenied = ({ denied }: Outline, role: string, entity: string, action: string): boolean =>
  denied.has(deniedKey(role, entity, action)) || denied.has(deniedKey(everyone, entity, action))
