import type { FieldNode } from 'graphql'
import { isObject, type Json, type JsonObject, type ValueOutcome } from '../runtime/index.ts'
import type { CompileContext } from './collect.ts'
import { costOf, times } from './cost.ts'
import { type Entry, entryOf } from './directory.ts'
import { type RootPlan, rootPlan } from './document-run.ts'
import { auditShape } from './fixed-shapes.ts'
import { inputValue, membersInput } from './input.ts'
import { compileConnection } from './page.ts'
import { pageArguments, pageBounds } from './page-arguments.ts'
import { compilePage, compileRow, type Needs, newNeeds, selectionOf, versionMember } from './row.ts'
import type { RowPlan } from './row-plan.ts'
import { type AnswerContext, asItCame, listOf, type Shaper, textOf, triedText } from './shaping.ts'
import { argumentOf } from './source.ts'
import type { GraphqlOperation } from './surface.ts'
import { compileValue } from './value.ts'

/** A field at the root as the document has it: its name in the answer, and all its selections. */
export interface RootField {
  readonly key: string
  readonly nodes: readonly FieldNode[]
  readonly first: FieldNode
}

/** `patient(rowId: …)` */
export const readRoot = (compiling: CompileContext, entry: Entry, { key, nodes, first }: RootField): RootPlan => {
  const needs = newNeeds()
  const plan = compileRow(compiling, entry, nodes, needs)
  const select = selectionOf(needs)
  const keyArguments = entry.names.key.map((name) => {
    const field = entry.names.fields.find((each) => each.name === name)
    return { name, shape: field?.shape, source: argumentOf(first, field?.as ?? name) }
  })
  return rootPlan({
    key,
    cost: plan.cost,
    asking: (variables, errors) => ({
      operation: `${entry.model.name}.read`,
      input: {
        key: Object.fromEntries(
          keyArguments.flatMap(({ name, shape, source }) => {
            const value = source.of(variables)
            if (value === undefined) return []
            return [[name, shape ? inputValue(compiling.directory.surface, shape, value) : value]]
          }),
        ),
      },
      select: select(variables, errors),
    }),
    answering: (outcome, shaping) => rowText(plan, outcome, shaping),
  })
}

/** A row as text, its entity tag with it where that is asked. */
export const rowText = (plan: RowPlan, outcome: ValueOutcome, shaping: AnswerContext): string | undefined => {
  const { part, version } = outcome
  const text = part && 'own' in part ? triedText(shaping, () => plan.text(part, shaping)) : null
  return text ?? textOf(rowOf(plan.shape, outcome.value, version, shaping))
}

/** A row shaped, its entity tag with it; null for none. */
export const rowOf = (
  shape: Shaper,
  row: Json,
  version: string | undefined,
  shaping: AnswerContext,
): Json | undefined =>
  isObject(row) ? shape(version === undefined ? row : { ...row, [versionMember]: version }, shaping) : null

/** `patients(first, after, filter, orderBy)` */
export const listRoot = (compiling: CompileContext, entry: Entry, { key, nodes, first }: RootField): RootPlan => {
  const needs = newNeeds()
  const page = compilePage(compiling, entry, first, nodes, needs)
  const select = selectionOf(needs)
  const given = pageArguments(compiling.directory, entry, first, '')
  return rootPlan({
    key,
    cost: page.cost,
    asking: (variables, errors) => ({
      operation: `${entry.model.name}.list`,
      input: {},
      select: {
        ...select(variables, errors),
        ...given(variables, errors),
        ...page.asks,
      },
    }),
    answering: (outcome, shaping) => {
      const { part } = outcome
      const text = part && 'rows' in part ? triedText(shaping, () => page.text(part, shaping)) : null
      return text ?? textOf(page.shape(outcome.value, shaping))
    },
  })
}

/** `patientAudit(key, first, after)` */
export const auditRoot = (compiling: CompileContext, entry: Entry, { key, nodes, first }: RootField): RootPlan => {
  const page = compileConnection(compiling, first, nodes, {
    typeNames: { connection: 'AuditConnection', edge: 'AuditEdge' },
    row: (below) => ({
      // Of a record there is always a shaper.
      shape: compileValue(compiling, auditShape, below) as Shaper,
      cost: () => 1,
      text: () => null,
      lines: () => null,
    }),
  })
  const bounds = pageBounds(first, '')
  const of = keyArgument(compiling, entry, first)
  return rootPlan({
    key,
    cost: page.cost,
    asking: (variables, errors) => {
      const select = { ...bounds(variables, errors), ...page.asks }
      return {
        operation: `${entry.model.name}.audit`,
        input: of(variables),
        ...(Object.keys(select).length > 0 && { select }),
      }
    },
    answering: ({ value }, shaping) => textOf(page.shape(value, shaping)),
  })
}

/** The argument `key`: the key fields under the charter's names. */
const keyArgument = ({ directory }: CompileContext, entry: Entry, field: FieldNode) => {
  const source = argumentOf(field, 'key')
  return (variables: JsonObject): { readonly key?: JsonObject } => keyOf(directory.surface, entry, source.of(variables))
}

/** Key fields under the charter's names; none where there is no object. */
export const keyOf = (
  surface: CompileContext['directory']['surface'],
  entry: Entry,
  json: Json | undefined,
): { readonly key?: JsonObject } => {
  if (!isObject(json)) return {}
  const named = Object.entries(json).map(([as, value]): readonly [string, Json] => {
    const field = entry.fields.get(as)
    return field ? [field.name, inputValue(surface, field.shape, value)] : [as, value]
  })
  return { key: Object.fromEntries(named) }
}

/** `findOrders(key, input)`: a custom operation that changes nothing. */
export const operationRoot = (
  compiling: CompileContext,
  operation: GraphqlOperation,
  { key, nodes, first }: RootField,
): RootPlan => {
  const { directory } = compiling
  const target = operation.keyOf === null ? null : entryOf(directory, operation.keyOf)
  const needs = newNeeds()
  const result = compileResult(compiling, operation, nodes, needs)
  const select = isOfEntity(operation) ? selectionOf(needs) : null
  const of = target && keyArgument(compiling, target, first)
  const input = argumentOf(first, 'input')
  return rootPlan({
    key,
    cost: result.cost,
    asking: (variables, errors) => {
      const value = input.of(variables) ?? {}
      return {
        operation: operation.name,
        input: { ...of?.(variables), value: membersInput(directory.surface, operation.input, value) },
        ...(select && { select: select(variables, errors) }),
      }
    },
    answering: ({ value }, shaping) => textOf(result.shape(value, shaping)),
  })
}

/** Whether an operation answers with rows. */
export const isOfEntity = ({ result }: GraphqlOperation): boolean => result !== null && 'entity' in result

/** How the result of a custom operation is shaped; what its rows must hold is added to `needs`. */
export const compileResult = (
  compiling: CompileContext,
  { result }: GraphqlOperation,
  nodes: readonly FieldNode[],
  needs: Needs,
): { readonly cost: RootPlan['cost']; readonly shape: Shaper } => {
  if (!result) return { cost: () => 1, shape: () => null }
  if ('shape' in result) {
    const shape = compileValue(compiling, result.shape, nodes)
    return {
      cost: () => 1,
      shape: (value, shaping) => (shape && value !== null ? shape(value, shaping) : asItCame(value, shaping)),
    }
  }
  const plan = compileRow(compiling, entryOf(compiling.directory, result.entity), nodes, needs)
  const { pageSizeMax } = compiling.directory.model.limits
  return {
    // How many rows a list has only the operation's body knows.
    cost: costOf(1, result.isList ? times(() => pageSizeMax, plan.cost) : plan.cost),
    shape: (value, shaping) => {
      if (!result.isList) return isObject(value) ? plan.shape(value, shaping) : null
      return Array.isArray(value) ? listOf(value, plan.shape, false, shaping) : null
    },
  }
}
