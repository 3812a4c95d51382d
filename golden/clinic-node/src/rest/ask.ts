import type { FastifyRequest } from 'fastify'
import {
  and,
  condition,
  type Directory,
  type Entry,
  entryOf,
  InputErrors,
  type OperationModel,
  type RelationModel,
  readSearch,
} from '../runtime/index.ts'
import { type Asked, bodyFrom, both, invalid, keyFrom, parametersOf, selectionFrom } from './asked.ts'
import { readOperationInput } from './operation-input.ts'
import { readSelection, type SelectionKind } from './selection.ts'

export const askPage =
  (directory: Directory, entry: Entry) =>
  (request: FastifyRequest): Asked => ({
    input: {},
    ...selectionFrom(directory, entry, 'page', request),
  })

export const askSearch =
  (directory: Directory, entry: Entry) =>
  (request: FastifyRequest): Asked => {
    const body = bodyFrom(request, selectionFrom(directory, entry, 'none', request).unreadable)
    if (body.value === undefined) return { input: {}, unreadable: body.unreadable }
    const errors = new InputErrors()
    const select = readSearch(directory, entry, body.value, '', errors)
    const wrong = invalid(errors)
    return { input: {}, select, unreadable: wrong ? both(wrong, body.unreadable) : body.unreadable }
  }

export const askRow =
  (directory: Directory, entry: Entry, kind: SelectionKind) =>
  (request: FastifyRequest): Asked => ({
    input: { key: keyFrom(entry, entry.model.key, request) },
    ...selectionFrom(directory, entry, kind, request),
  })

export const askCreate =
  (directory: Directory, entry: Entry) =>
  (request: FastifyRequest): Asked => {
    const { select, unreadable } = selectionFrom(directory, entry, 'row', request)
    const body = bodyFrom(request, unreadable)
    return { input: body.value === undefined ? {} : { value: body.value }, select, unreadable: body.unreadable }
  }

export const askWrite =
  (directory: Directory, entry: Entry) =>
  (request: FastifyRequest): Asked => {
    const { input, select, unreadable } = askCreate(directory, entry)(request)
    return { input: { key: keyFrom(entry, entry.model.key, request), ...input }, select, unreadable }
  }

/** A relation that the model itself names; a missing one is a bug in the routes. */
export const relationOf = (parent: Entry, name: string): RelationModel => {
  const relation = parent.relations.get(name)
  if (!relation) throw new Error(`${parent.model.name} has no relation ${name}.`)
  return relation
}

/** The target's rows whose reference is the parent's key, and what the query filters beside. */
export const askNested = (directory: Directory, parent: Entry, name: string) => {
  const { target, from, to } = relationOf(parent, name)
  const entry = entryOf(directory, target)
  return (request: FastifyRequest): Asked => {
    const key = keyFrom(parent, from, request)
    const { select, unreadable } = selectionFrom(directory, entry, 'page', request)
    const of = to.map((field, at) => condition(parent, from[at] ?? '', 'eq', [key[from[at] ?? ''] ?? null], field))
    return {
      input: {},
      select: { ...select, filter: and(...of, ...(select?.filter ? [select.filter] : [])) },
      unreadable,
    }
  }
}

export const askOperation = (directory: Directory, operation: OperationModel) => {
  const { result } = operation
  const entry = operation.entity ? entryOf(directory, operation.entity) : null
  const answered = result && 'entity' in result ? entryOf(directory, result.entity) : null
  const kind: SelectionKind = answered ? 'row' : 'none'
  const keyOf = (request: FastifyRequest) =>
    entry && operation.hasKey ? { key: keyFrom(entry, entry.model.key, request) } : {}
  return (request: FastifyRequest): Asked => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const { of, problem: broken } = parametersOf(request)
      const errors = new InputErrors()
      const input = readOperationInput(operation.input, of, errors)
      const select = readSelection(directory, answered, kind, input.rest, errors)
      return { input: { ...keyOf(request), value: input.value }, select, unreadable: broken ?? invalid(errors) }
    }
    const { select, unreadable } = selectionFrom(directory, answered, kind, request)
    const body = hasContent(request) ? bodyFrom(request, unreadable) : { value: {}, unreadable }
    return {
      input: { ...keyOf(request), ...(body.value === undefined ? {} : { value: body.value }) },
      select,
      unreadable: body.unreadable,
    }
  }
}

/** Whoever has nothing to say to an operation sends no content; a Content-Type alone says nothing either (RFC 9110 section 8.3). */
const hasContent = ({ body }: FastifyRequest): boolean =>
  body !== undefined && !(Buffer.isBuffer(body) && body.length === 0)
