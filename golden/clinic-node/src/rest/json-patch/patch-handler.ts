import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { contextOf, sendThrown } from '../../runtime/http/index.ts'
import {
  type Call,
  type CallContext,
  canonicalJson,
  type Directory,
  type Entry,
  InputErrors,
  type Json,
  type JsonObject,
  type Outcome,
  ProblemError,
  problem,
  type Selection,
  type ServiceBackend,
} from '../../runtime/index.ts'
import { invalid, keyFrom, refuseCharset, selectionFrom } from '../asked.ts'
import { readBody } from '../body.ts'
import { sendOutcome } from '../respond.ts'
import { applyPatch } from './apply-patch.ts'
import { type PatchOperation, readOperations } from './patch-operations.ts'

/** Whether a request brings a JSON Patch (RFC 6902 section 6). */
export const isJsonPatch = ({ headers }: FastifyRequest): boolean =>
  /^application\/json-patch\+json\s*(?:;|$)/i.test(headers['content-type'] ?? '')

/** Tries for who sent no `If-Match`, where somebody else writes between a read and its write. */
const triesMax = 3

/**
 * `PATCH` with a JSON Patch (RFC 6902): judged as the merge that it amounts to. What looks at the row (`test`, `move`, `copy`, a path
 * below a member) reads it first, as who calls, and is written where the row is still what was read.
 */
export const patchHandler =
  (options: ServiceBackend, directory: Directory, entry: Entry): RouteHandlerMethod =>
  async (request, reply) => {
    try {
      refuseCharset(request.headers['content-type'] ?? '')
      const patching = patchingOf(options, directory, entry, { request, reply })
      const outcome = await patch(patching)
      return sendOutcome(request, reply, outcome, { status: 200 })
    } catch (error) {
      return sendThrown(request, reply, error, options.onBug)
    }
  }

interface PatchRequest {
  readonly options: ServiceBackend
  readonly entity: string
  readonly operations: readonly PatchOperation[]
  /** Fields that are taken and never given: what is said of one is written as it is, and nothing of it read. */
  readonly writeOnly: ReadonlySet<string>
  /** Members of the row that are spoken of and can be read. */
  readonly members: readonly string[]
  readonly call: Pick<Call, 'principal' | 'context'> & { readonly key: JsonObject; readonly select?: Selection }
}

const patchingOf = (
  options: ServiceBackend,
  directory: Directory,
  entry: Entry,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): PatchRequest => {
  const { select, unreadable } = selectionFrom(directory, entry, 'row', request)
  const body = readBody(request.body)
  const read = 'value' in body ? readOperations(body.value) : body.problem
  const writeOnly = new Set((entry.model.writeOnly ?? []).map(({ name }) => name))
  const operations = Array.isArray(read) ? (read as readonly PatchOperation[]) : []
  const wrong = 'code' in read ? read : unknownMembers(entry, writeOnly, operations)
  const timeoutMs = options.model.limits.requestTimeoutMs
  const context = contextOf(request, reply, { style: 'rest', timeoutMs, unreadable: unreadable ?? wrong })
  return {
    options,
    entity: entry.model.name,
    operations,
    writeOnly,
    members: [...new Set(operations.flatMap(pathsOf).map(([member = '']) => member))].filter(
      (member) => !writeOnly.has(member),
    ),
    call: {
      principal: request.principal,
      context,
      key: keyFrom(entry, entry.model.key, request),
      ...(select && { select }),
    },
  }
}

const pathsOf = (operation: PatchOperation): readonly (readonly string[])[] =>
  'from' in operation ? [operation.from, operation.path] : [operation.path]

/** Named where the patch names them: a read would say them of a selection that nobody sent. */
const unknownMembers = (entry: Entry, writeOnly: ReadonlySet<string>, operations: readonly PatchOperation[]) => {
  const errors = new InputErrors()
  for (const [at, operation] of operations.entries())
    for (const [member = ''] of pathsOf(operation))
      if (!entry.fields.has(member) && !(isMerge(operation) && (entry.relations.has(member) || writeOnly.has(member))))
        errors.push({ path: `/${at}/path`, code: 'unknown', message: `There is no field "${member}" to patch.` })
  return invalid(errors)
}

/** Of a whole member, whatever it was. */
const isMerge = ({ op, path }: PatchOperation): boolean =>
  path.length === 1 && (op === 'add' || op === 'replace' || op === 'remove')

const patch = async (patching: PatchRequest): Promise<Outcome> => {
  const { operations, call } = patching
  if (operations.every(isMerge) || call.context.unreadable) return write(patching, mergeOf(operations), call.context)
  if (call.context.idempotencyKey !== undefined) throw new ProblemError(noKey)
  // What has to be said is asked for before anything is made of the row.
  if (patching.options.model.ifMatch === 'required' && !call.context.ifMatch) return write(patching, {}, call.context)
  // Who may change nothing is refused before the row is looked at (docs/semantics.md, Precedence), on record as any such write is.
  if (await patching.options.admit?.(callOf(patching, {}, call.context))) return write(patching, {}, call.context)
  for (let tries = 1; ; tries++) {
    const outcome = await readAndWrite(patching)
    const isOvertaken = outcome.kind === 'problem' && outcome.problem.code === 'precondition-failed'
    if (!isOvertaken || call.context.ifMatch) return outcome
    if (tries === triesMax) throw new ProblemError(problem('conflict', { detail: overtaken }))
  }
}

const noKey = problem('malformed', {
  detail:
    'An Idempotency-Key goes with add, replace and remove of whole fields: this patch depends on what the row is. Send If-Match instead.',
})
const overtaken = 'The record was changed by others each time that it was to be patched. Send the patch again.'

const mergeOf = (operations: readonly PatchOperation[]): JsonObject =>
  Object.fromEntries(
    operations.map((operation) => [operation.path[0] ?? '', 'value' in operation ? operation.value : null]),
  )

const readAndWrite = async (patching: PatchRequest): Promise<Outcome> => {
  const { options, entity, operations, writeOnly, members, call } = patching
  const isBlind = ({ path: [member = ''] }: PatchOperation): boolean => writeOnly.has(member)
  const { idempotencyKey: _key, ifNoneMatch: _none, ...context } = call.context
  const read = await options.execute({
    operation: `${entity}.read`,
    input: { key: call.key },
    select: { fields: members },
    principal: call.principal,
    context,
  })
  if (read.kind !== 'value') return read
  const row = read.value as JsonObject
  const made = applyPatch(
    row,
    operations.filter((operation) => !isBlind(operation)),
    options.model.limits.bodyBytesMax,
  )
  const { version } = read
  const value = { ...changesOf(members, row, made), ...mergeOf(operations.filter(isBlind)) }
  return write(patching, value, { ...call.context, ...(version !== undefined && { ifMatch: [version] }) })
}

/** What is other than it was; what is not there any more is null. */
const changesOf = (members: readonly string[], row: JsonObject, made: JsonObject): JsonObject =>
  Object.fromEntries(
    members.flatMap((name): readonly (readonly [string, Json])[] => {
      const [before, after] = [row[name] ?? null, Object.hasOwn(made, name) ? (made[name] ?? null) : null]
      return canonicalJson(before) === canonicalJson(after) ? [] : [[name, after]]
    }),
  )

const write = (patching: PatchRequest, value: JsonObject, context: CallContext): Promise<Outcome> =>
  patching.options.execute(callOf(patching, value, context))

const callOf = ({ entity, call }: PatchRequest, value: JsonObject, context: CallContext): Call => ({
  operation: `${entity}.update`,
  input: { key: call.key, value },
  ...(call.select && { select: call.select }),
  principal: call.principal,
  context,
})
