import type { Json, JsonObject } from '@charter/runtime'
import { parse } from 'yaml'
import type { Draft, DraftProvenance, DraftQuestion } from '../outline.ts'
import { isRecord } from './read-answer.ts'

/** A draft as data, so that drafts can be screened, joined and compared. */
export interface Candidate {
  /** The document without its `questions`. */
  readonly charter: JsonObject
  /** As in `Draft.lockProvenance`; a grant is `Patient.allow.clinician`. */
  readonly provenance: Readonly<Record<string, DraftProvenance>>
  readonly questions: readonly DraftQuestion[]
}

export const candidateOf = (draft: Draft): Candidate => {
  const document: unknown = parse(draft.document)
  const { questions: _, ...charter } = isRecord(document) ? document : {}
  return { charter, provenance: draft.lockProvenance, questions: draft.questions }
}

/** The map at a path, or an empty one. */
export const mapAt = (of: JsonObject, ...path: readonly string[]): JsonObject => {
  let at: Json = of
  for (const step of path) at = isRecord(at) && Object.hasOwn(at, step) ? (at[step] ?? null) : null
  return isRecord(at) ? at : {}
}

/** The texts of a list at a key; one alone is a list of one. */
export const textsAt = (of: JsonObject, key: string): readonly string[] => {
  const found = Object.hasOwn(of, key) ? of[key] : undefined
  const all = Array.isArray(found) ? found : [found]
  return all.filter((each) => typeof each === 'string')
}

export const textAt = (of: JsonObject, key: string): string | undefined => textsAt(of, key)[0]

export const entitiesOf = (charter: JsonObject): readonly (readonly [string, JsonObject])[] =>
  recordsOf(mapAt(charter, 'entities'))

/** The entries of a map that are maps themselves. */
export const recordsOf = (map: JsonObject): readonly (readonly [string, JsonObject])[] =>
  Object.entries(map).flatMap(([name, value]) => (isRecord(value) ? [[name, value] as const] : []))

/** The entries of a map, each mapped or, with null, left out. */
export const mapEntries = (map: JsonObject, change: (name: string, value: Json) => Json): JsonObject =>
  Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) => {
      const changed = change(name, value)
      return changed === null ? [] : [[name, changed] as const]
    }),
  )

/** A map with some members set, and those that are empty left out. */
export const withMembers = (map: JsonObject, members: JsonObject): JsonObject =>
  mapEntries({ ...map, ...members }, (name, value) =>
    name in members && typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? null : value,
  )
