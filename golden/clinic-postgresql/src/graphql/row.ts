import type { FieldNode } from 'graphql'
import { errorPointer, type InputErrors, type JsonObject, type Selection } from '../runtime/index.ts'
import { type CompileContext, fieldsBelow } from './collect.ts'
import { type Cost, costOf, sum } from './cost.ts'
import { type Entry, entryOf } from './directory.ts'
import { globalIdOf } from './global-id.ts'
import { compileConnection, type PagePlan } from './page.ts'
import { filterIn, pageArguments } from './page-arguments.ts'
import type { RowPlan } from './row-plan.ts'
import { madeText, plainText, type RowWriter, rowWriter, type TextSlot, unwritable } from './row-text.ts'
import { asItCame, guarded, objectOf, type Shaper, type Slot, typenameSlot } from './shaping.ts'
import { argumentOf, argumentsCost } from './source.ts'
import type { GraphqlField, GraphqlRelation } from './surface.ts'
import { compileValue } from './value.ts'

/** What rows must hold for all that is made of them; several selections of one list share it. */
export interface Needs {
  readonly fields: Set<string>
  readonly include: Map<string, Part>
}

/** A part of a selection, filled in from a request's variables. */
export type Part = (variables: JsonObject, errors: InputErrors) => Selection

/** One member of a row in the answer, made of the row's value or of its text. */
interface RowSlot extends Slot {
  /** Left out where it is made of values alone. */
  readonly text?: TextSlot
}

/** Needs of nothing yet. */
export const newNeeds = (): Needs => ({ fields: new Set(), include: new Map() })

/** The selection that answers the needs. */
export const selectionOf =
  ({ fields, include }: Needs): Part =>
  (variables, errors) => ({
    fields: [...fields],
    ...(include.size > 0 && {
      include: Object.fromEntries([...include].map(([member, part]) => [member, part(variables, errors)])),
    }),
  })

/** Member of an entry's rows that holds the entity tag while the answer is made; no charter has such a name. */
export const versionMember = '$version'

/** The plan of what is selected of an entity's rows; what they must hold for it is added to `needs`. */
export const compileRow = (
  compiling: CompileContext,
  entry: Entry,
  nodes: readonly FieldNode[],
  needs: Needs,
): RowPlan => {
  const plain: (GraphqlField | undefined)[] = []
  const costs: Cost[] = []
  const groups = fieldsBelow(compiling, entry.names.types.object, nodes)
  const slots = [...groups].map(([key, fields], at): RowSlot => {
    const [first] = fields
    const name = first?.name.value ?? ''
    const field = entry.fields.get(name) ?? entry.renamed.get(name)
    if (field) {
      needs.fields.add(field.name)
      const value = compileValue(compiling, field.shape, fields)
      if (!value) plain[at] = field
      return fieldSlot(key, field, value)
    }
    const relation = entry.relations.get(name)
    if (relation && first) return relationSlot(compiling, entry, relation, { key, first, fields, needs, costs })
    if (name === 'id' && entry.names.key.length > 0) return idSlot(entry, key, needs)
    if (name === entry.names.etag) return { key, read: (row) => row[versionMember] ?? null }
    const typename = JSON.stringify(entry.names.types.object)
    return { ...typenameSlot(key, entry.names.types.object), text: () => typename }
  })
  const required = plain.flatMap((field) => (field && !field.isNullable ? [field.name] : []))
  let same: boolean | undefined
  const isSame = (): boolean => {
    same ??=
      needs.include.size === 0 &&
      needs.fields.size === slots.length &&
      [...needs.fields].every((name, at) => plain[at]?.name === name && slots[at]?.key === name)
    return same
  }
  let made: RowWriter | undefined
  // Made when `needs` are complete: other selections of the same rows add to them.
  const writer = (): RowWriter => {
    made ??= writerOf(needs, slots, plain)
    return made
  }
  return {
    cost: costOf(1, sum(costs)),
    text: (row, shaping) => writer().row(row, shaping),
    lines: (rows) => writer().lines(rows),
    shape: (row, shaping) => {
      // Rows are objects: the executor's own.
      const from = row as JsonObject
      const isWhole = isSame() && from[versionMember] === undefined && required.every((name) => from[name] != null)
      return isWhole ? asItCame(from, shaping) : objectOf(slots, from, shaping)
    },
  }
}

/** Rows of a list, of whatever kind, each planned as `compileRow` has it. */
export const compilePage = (
  compiling: CompileContext,
  entry: Entry,
  first: FieldNode,
  nodes: readonly FieldNode[],
  needs: Needs,
): PagePlan => {
  const { connection, edge } = entry.names.types
  return compileConnection(compiling, first, nodes, {
    typeNames: { connection, edge },
    row: (below) => compileRow(compiling, entry, below, needs),
  })
}

const writerOf = (
  { fields }: Needs,
  slots: readonly RowSlot[],
  plain: readonly (GraphqlField | undefined)[],
): RowWriter => {
  const texts = slots.flatMap(({ key, text }) => (text ? [{ key, text }] : []))
  if (texts.length < slots.length) return unwritable
  const names = [...fields]
  return rowWriter({
    names,
    slots: texts,
    isOwnFirst: names.every((name, at) => plain[at]?.name === name),
    isNullable: plain.every((field) => field?.isNullable !== false),
  })
}

const fieldSlot = (key: string, { name, isNullable, shape: of }: GraphqlField, value: Shaper | null): RowSlot => {
  const shape = guarded(value, isNullable, key)
  const read: Slot['read'] = (row, shaping) => shape(row[name], shaping)
  if (!value) return { key, read, text: plainText(name, isNullable) }
  if (of.kind !== 'enum') return { key, read }
  const text: TextSlot = (row, shaping) => {
    const own = row.own(name)
    if (own === null || own === 'null') return isNullable ? own : null
    const made = value(JSON.parse(own), shaping)
    return made === undefined ? null : JSON.stringify(made)
  }
  return { key, read, text }
}

const idSlot = ({ names }: Entry, key: string, needs: Needs): RowSlot => {
  for (const name of names.key) needs.fields.add(name)
  const make = (row: JsonObject): string => globalIdOf(names, row)
  return { key, read: make, text: madeText(names.key, make) }
}

interface Related {
  readonly key: string
  readonly first: FieldNode
  readonly fields: readonly FieldNode[]
  readonly needs: Needs
  readonly costs: Cost[]
}

const relationSlot = (
  compiling: CompileContext,
  entry: Entry,
  relation: GraphqlRelation,
  { key, first, fields, needs, costs }: Related,
): RowSlot => {
  const { directory } = compiling
  const target = entryOf(directory, relation.target)
  const member = memberFor(entry, needs, key)
  const meant = member === relation.name ? {} : { relation: relation.name }
  const inner = newNeeds()
  costs.push(argumentsCost(first))
  if (relation.kind === 'one') {
    const plan = compileRow(compiling, target, fields, inner)
    costs.push(plan.cost)
    const filter = argumentOf(first, 'filter')
    needs.include.set(member, (variables, errors) => ({
      ...selectionOf(inner)(variables, errors),
      ...filterIn(directory, target, filter.of(variables), errorPointer(key, 'filter'), errors),
      ...meant,
    }))
    const shape = guarded(plan.shape, true, key)
    return {
      key,
      read: (row, shaping) => shape(row[member], shaping),
      text: (row, shaping) => {
        const part = row.included(member)
        return part === null ? 'null' : 'own' in part ? plan.text(part, shaping) : null
      },
    }
  }
  const page: PagePlan = compilePage(compiling, target, first, fields, inner)
  costs.push(page.cost)
  const given = pageArguments(directory, target, first, errorPointer(key))
  needs.include.set(member, (variables, errors) => ({
    ...selectionOf(inner)(variables, errors),
    ...given(variables, errors),
    ...page.asks,
    ...meant,
  }))
  const shape = guarded(page.shape, false, key)
  return {
    key,
    read: (row, shaping) => shape(row[member], shaping),
    text: (row, shaping) => {
      const part = row.included(member)
      return part !== null && 'rows' in part ? page.text(part, shaping) : null
    },
  }
}

/** Name of an included relation in the rows: the answer's own where no field is called so and no other has it. */
const memberFor = ({ fieldModels }: Entry, { include }: Needs, key: string): string => {
  let member = fieldModels.has(key) || key === '__proto__' ? `${key}:` : key
  while (include.has(member)) member += ':'
  return member
}
