import type { FastifyRequest } from 'fastify'
import { refuseOthersPath } from '../runtime/http/index.ts'
import {
  type CallInput,
  type Directory,
  type Entry,
  InputErrors,
  type Json,
  type JsonObject,
  type Problem,
  ProblemError,
  problem,
  readText,
  type Selection,
  stepText,
} from '../runtime/index.ts'
import { type Body, readBody } from './body.ts'
import { type Parameter, readQuery } from './query.ts'
import { readSelection, type SelectionKind } from './selection.ts'

/** What a request asks, before who asks is looked at. `unreadable`: what could not be read of it. */
export interface Asked {
  readonly input: CallInput
  readonly select?: Selection | undefined
  readonly unreadable?: Problem | undefined
}

/** Key fields from the path, by name. Text that is not of a field's form stays text, for the executor to refuse. */
export const keyFrom = (entry: Entry, names: readonly string[], request: FastifyRequest): JsonObject => {
  const params = request.params as Readonly<Record<string, string>>
  const key: Record<string, Json> = {}
  for (const name of names) {
    const text = params[name] ?? ''
    const value = keyValue(entry, name, text)
    if (value === undefined) refuseOthersPath(request)
    key[name] = value ?? stepText(text)
  }
  return key
}

/** Undefined where a text is none of the field's form. */
export const keyValue = (entry: Entry, name: string, text: string): Json | undefined => {
  const type = entry.fields.get(name)?.type
  return type && readText(type, stepText(text))
}

/** Parameters of the request; empty with a note where they cannot be decoded. */
export const parametersOf = (
  request: FastifyRequest,
): { readonly of: readonly Parameter[]; readonly problem?: Problem } => {
  const of = readQuery(request.raw.url ?? '')
  return of === null ? undecodable : { of }
}

const undecodable = {
  of: [],
  problem: problem('malformed', { detail: 'The query is not percent-encoded UTF-8 (RFC 3986 section 2.1).' }),
}

/** A selection from the query, with what could not be read of it. */
export const selectionFrom = (
  directory: Directory,
  entry: Entry | null,
  kind: SelectionKind,
  request: FastifyRequest,
): { readonly select?: Selection | undefined; readonly unreadable?: Problem | undefined } => {
  if (!hasQuery(request)) return nothing
  const { of, problem: broken } = parametersOf(request)
  const errors = new InputErrors()
  const select = readSelection(directory, entry, kind, of, errors)
  return { select, unreadable: broken ?? invalid(errors) }
}

const hasQuery = ({ raw }: FastifyRequest): boolean => raw.url?.includes('?') ?? false

const nothing = {}

export const invalid = (errors: InputErrors): Problem | undefined =>
  errors.length === 0 ? undefined : problem('invalid-input', { errors })

/** The body as JSON with what was wrong with the query beside it: all errors at once. */
export const bodyFrom = (
  request: FastifyRequest,
  also: Problem | undefined,
): { readonly value?: Json; readonly unreadable?: Problem | undefined } => {
  refuseFormat(request)
  const body: Body = readBody(request.body)
  if ('value' in body) return { value: body.value, unreadable: also }
  return { unreadable: both(body.problem, also) }
}

/** A merge patch is for PATCH alone (RFC 7396 section 4); a JSON Patch is read by who takes one (`json-patch/`). */
const refuseFormat = ({ method, headers }: FastifyRequest): void => {
  const type = headers['content-type']
  if (type === undefined || type === 'application/json') return
  const isMergePatch = type.startsWith('application/merge-patch')
  if (/^application\/(?:x-ndjson|jsonl|json-patch)\b/i.test(type) || (isMergePatch && method !== 'PATCH'))
    throw new ProblemError(problem('unsupported-media-type', { detail: unsupported }))
  refuseCharset(type)
}

/** JSON is UTF-8 (RFC 8259 section 8.1). Throws a ProblemError. */
export const refuseCharset = (type: string): void => {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8')
    throw new ProblemError(problem('unsupported-media-type', { detail: unsupported }))
}

const unsupported = 'Send JSON in UTF-8, with Content-Type: application/json.'

/** Two problems as one: a request that could not be read at all comes first, errors of values are joined. */
export const both = (first: Problem, second: Problem | undefined): Problem => {
  if (!second || !first.errors) return first
  return second.errors ? problem('invalid-input', { errors: [...first.errors, ...second.errors] }) : second
}
