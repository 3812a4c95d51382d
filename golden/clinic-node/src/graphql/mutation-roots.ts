import type { FieldNode } from 'graphql'
import { isObject, type Json, type JsonObject, type Outcome, type ProblemCode, sortErrors } from '../runtime/index.ts'
import { type CompileContext, fieldsBelow } from './collect.ts'
import { costOf, sum } from './cost.ts'
import { type Entry, entryOf } from './directory.ts'
import { type CallBuilder, type RootPlan, rootPlan } from './document-run.ts'
import { problemShape } from './fixed-shapes.ts'
import { globalIdOf } from './global-id.ts'
import { membersInput, rowInput } from './input.ts'
import { compileResult, isOfEntity, keyOf, type RootField, rowOf } from './query-roots.ts'
import { compileRow, newNeeds, selectionOf } from './row.ts'
import { type AnswerContext, guarded, objectOf, type Slot, typenameSlot } from './shaping.ts'
import { argumentOf } from './source.ts'
import type { GraphqlOperation } from './surface.ts'
import { compileValue } from './value.ts'

const writeCost = 10

/** What may be done to a row. */
export type EntityWrite = 'create' | 'replace' | 'update' | 'delete'

/** `createPatient(input: { value, idempotencyKey })` and its kin. */
export const writeRoot = (
  compiling: CompileContext,
  entry: Entry,
  action: EntityWrite,
  { key, nodes, first }: RootField,
): RootPlan => {
  const { directory } = compiling
  const payload = entry.names.types[`${action}Payload`]
  const needs = newNeeds()
  const input = argumentOf(first, 'input')
  const compiled = payloadOf(compiling, payload, nodes, (name, at, fields) => {
    if (name === 'deletedId') return { key: at, read: (from) => from.deletedId ?? null }
    if (name !== entry.names.member) return null
    const plan = compileRow(compiling, entry, fields, needs)
    return {
      cost: plan.cost,
      key: at,
      read: (from, shaping) => {
        shaping.path.push(at)
        const row = rowOf(plan.shape, from.value ?? null, versionOf(from), shaping)
        shaping.path.pop()
        return row ?? null
      },
    }
  })
  const select = selectionOf(needs)
  const hasRow = action !== 'delete'
  const rows = { surface: directory.surface, entryOf: (name: string) => entryOf(directory, name) }
  const asking: CallBuilder = (variables, errors) => {
    const given = asObject(input.of(variables))
    const value = given[action === 'update' ? 'patch' : 'value']
    return {
      operation: `${entry.model.name}.${action}`,
      input: {
        ...(action !== 'create' && keyOf(directory.surface, entry, given.key)),
        ...(value !== undefined && hasRow && { value: rowInput(rows, entry, value) }),
      },
      ...(hasRow && { select: select(variables, errors) }),
      ...guards(given),
    }
  }
  const deletedId = (variables: JsonObject): string | null => {
    const { key: of } = keyOf(directory.surface, entry, asObject(input.of(variables)).key)
    return of ? globalIdOf(entry.names, of) : null
  }
  return mutation(key, compiled, asking, (shaping) => (hasRow ? {} : { deletedId: deletedId(shaping.variables) }))
}

/** `closeOrder(input: { key, value, ifMatch, idempotencyKey })`: a custom operation that changes something. */
export const operationWriteRoot = (
  compiling: CompileContext,
  operation: GraphqlOperation,
  { key, nodes, first }: RootField,
): RootPlan => {
  const { directory } = compiling
  const input = argumentOf(first, 'input')
  const target = operation.keyOf === null ? null : entryOf(directory, operation.keyOf)
  const needs = newNeeds()
  const isJob = directory.model.operations.find(({ name }) => name === operation.name)?.job !== undefined
  const compiled = payloadOf(compiling, operation.types.payload, nodes, (name, at, fields) => {
    if (name === 'job') {
      if (isJob) needs.fields.add('id')
      return {
        key: at,
        read: ({ value }) => (isJob && isObject(value ?? null) ? ((value as JsonObject).id ?? null) : null),
      }
    }
    if (name !== 'result') return null
    const { shape, cost } = compileResult(compiling, operation, fields, needs)
    const shaped = guarded(shape, true, at)
    return { cost, key: at, read: (from, shaping) => shaped(from.value ?? null, shaping) }
  })
  const select = isOfEntity(operation) ? selectionOf(needs) : null
  const asking: CallBuilder = (variables, errors) => {
    const given = asObject(input.of(variables))
    return {
      operation: operation.name,
      input: {
        ...(target && keyOf(directory.surface, target, given.key)),
        value: membersInput(directory.surface, operation.input, given.value ?? {}),
      },
      ...(select && { select: select(variables, errors) }),
      ...guards(given),
    }
  }
  return mutation(key, compiled, asking, () => ({}))
}

const asObject = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

const versionOf = ({ version }: JsonObject): string | undefined => (typeof version === 'string' ? version : undefined)

/** `ifMatch` and `idempotencyKey` of an input; without them those of the request's headers hold. */
const guards = ({
  ifMatch,
  idempotencyKey,
}: JsonObject): Pick<ReturnType<CallBuilder>, 'ifMatch' | 'idempotencyKey'> => {
  const tags = Array.isArray(ifMatch) ? ifMatch : typeof ifMatch === 'string' ? [ifMatch] : null
  return {
    ...(tags && { ifMatch: tags.map((tag: Json) => String(tag).replace(/^"(.*)"$/, '$1')) }),
    ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
  }
}

interface Payload {
  readonly cost: RootPlan['cost']
  readonly slots: readonly Slot[]
  /** The document asks for `problem`: refusals that a form can show are told there, not among `errors`. */
  readonly tellsProblems: boolean
}

type OwnSlot = Slot & { readonly cost?: RootPlan['cost'] }

const payloadOf = (
  compiling: CompileContext,
  typeName: string,
  nodes: readonly FieldNode[],
  own: (name: string, key: string, fields: readonly FieldNode[]) => OwnSlot | null,
): Payload => {
  const groups = [...fieldsBelow(compiling, typeName, nodes)]
  const named = (name: string) => groups.some(([, fields]) => fields[0]?.name.value === name)
  const slots = groups.map(([key, fields]): OwnSlot => {
    const name = fields[0]?.name.value ?? ''
    if (name === 'etag') return { key, read: (from) => from.version ?? null }
    if (name === 'isReplayed') return { key, read: (from) => from.isReplayed ?? false }
    if (name === 'problem') {
      const shape = guarded(compileValue(compiling, problemShape, fields), true, key)
      return { key, read: (from, shaping) => shape(from.problem ?? null, shaping) }
    }
    return own(name, key, fields) ?? typenameSlot(key, typeName)
  })
  return {
    slots,
    cost: costOf(writeCost, sum(slots.flatMap(({ cost }) => cost ?? []))),
    tellsProblems: named('problem'),
  }
}

const mutation = (
  key: string,
  { cost, slots, tellsProblems }: Payload,
  asking: CallBuilder,
  more: (shaping: AnswerContext) => JsonObject,
): RootPlan => {
  const text = (from: JsonObject, shaping: AnswerContext): string | undefined => {
    const payload = objectOf(slots, from, shaping)
    return payload ? JSON.stringify(payload) : undefined
  }
  return rootPlan({
    key,
    cost,
    asking,
    answering: ({ value, version, isReplayed }, shaping) =>
      text({ ...more(shaping), value, version: version ?? null, isReplayed: isReplayed ?? false }, shaping),
    telling: (outcome, shaping) => {
      const problem = tellsProblems ? expectedProblem(outcome) : null
      return problem && (text({ problem }, shaping) ?? null)
    },
  })
}

/** Refusals that whoever filled in a form can mend; all others are `errors`. */
const expected: readonly ProblemCode[] = [
  'invalid-input',
  'conflict',
  'referenced',
  'precondition-failed',
  'precondition-required',
  'operation-failed',
  'idempotency-mismatch',
  'in-progress',
]

const expectedProblem = (outcome: Outcome): JsonObject | null => {
  if (outcome.kind !== 'problem' || !expected.includes(outcome.problem.code)) return null
  const { code, detail, reason = null, errors, retryAfterSeconds = null } = outcome.problem
  const listed = errors ? sortErrors(errors).map(({ path, code: of, message }) => ({ path, code: of, message })) : null
  return { code, detail, reason, errors: listed, retryAfterSeconds }
}
