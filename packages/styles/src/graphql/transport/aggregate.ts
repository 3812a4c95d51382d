import { type Aggregate, type InputErrors, isObject, type Json, type JsonObject } from '@charter/runtime'
import type { FieldNode } from 'graphql'
import { type CompileContext, fieldsBelow } from './collect.ts'
import type { Entry } from './directory.ts'
import { type RootPlan, rootPlan } from './document-run.ts'
import { filterIn } from './page-arguments.ts'
import type { RootField } from './query-roots.ts'
import { type AnswerContext, listOf, objectOf, type Slot, textOf, typenameSlot } from './shaping.ts'
import { argumentOf } from './source.ts'
import { compileValue } from './value.ts'

const aggregateCost = 50
const measures = ['sum', 'average', 'min', 'max'] as const
type Measure = (typeof measures)[number]

/** `patientsAggregate(filter, groupBy) { groups { key { ward } count average { age } } isComplete }` */
export const aggregateRoot = (compiling: CompileContext, entry: Entry, { key, nodes, first }: RootField): RootPlan => {
  const { aggregate, aggregateGroup } = entry.names.types
  const wanted = { sum: new Set<string>(), average: new Set<string>(), min: new Set<string>(), max: new Set<string>() }
  const [filter, groupBy] = [argumentOf(first, 'filter'), argumentOf(first, 'groupBy')]
  const slots = [...fieldsBelow(compiling, aggregate, nodes)].map(([name, fields]): Slot => {
    switch (fields[0]?.name.value) {
      case 'groups': {
        const below = groupSlots(compiling, entry, aggregateGroup, fields, wanted)
        return { key: name, read: (from, shaping) => groupsOf(from, below, name, shaping) }
      }
      case 'isComplete':
        return { key: name, read: (from) => from.isComplete ?? null }
      default:
        return typenameSlot(name, aggregate)
    }
  })
  return rootPlan({
    key,
    cost: () => aggregateCost,
    asking: (variables, errors) => ({
      operation: `${entry.model.name}.aggregate`,
      input: {},
      select: {
        ...filterIn(compiling.directory, entry, filter.of(variables), '/filter', errors),
        aggregate: { ...groupsIn(entry, groupBy.of(variables), errors), ...measuresIn(wanted) },
      },
    }),
    answering: ({ value }, shaping) => textOf(objectOf(slots, isObject(value) ? value : {}, shaping)),
  })
}

const groupsIn = (entry: Entry, json: Json | undefined, errors: InputErrors): Aggregate => {
  if (json === undefined || json === null) return {}
  const names: readonly Json[] = Array.isArray(json) ? json : [json]
  if (names.every((name) => typeof name === 'string'))
    return { groupBy: names.map((as) => entry.fields.get(as)?.name ?? as) }
  errors.push({ path: '/groupBy', code: 'wrong-type', message: 'Give a list of field names.' })
  return {}
}

const measuresIn = (wanted: Readonly<Record<Measure, ReadonlySet<string>>>): Aggregate =>
  Object.fromEntries(measures.flatMap((name) => (wanted[name].size > 0 ? [[name, [...wanted[name]]]] : [])))

const groupsOf = (from: JsonObject, slots: readonly Slot[], key: string, shaping: AnswerContext): Json | undefined => {
  shaping.path.push(key)
  const groups = Array.isArray(from.groups) ? (from.groups as readonly Json[]) : []
  const list = listOf(groups, (group, inner) => objectOf(slots, group as JsonObject, inner), false, shaping)
  shaping.path.pop()
  return list
}

const groupSlots = (
  compiling: CompileContext,
  entry: Entry,
  typeName: string,
  nodes: readonly FieldNode[],
  wanted: Readonly<Record<Measure, Set<string>>>,
): readonly Slot[] =>
  [...fieldsBelow(compiling, typeName, nodes)].map(([key, fields]): Slot => {
    const name = fields[0]?.name.value ?? ''
    if (name === 'count') return { key, read: (from) => from.count ?? null }
    const measure = measures.find((each) => each === name)
    if (!measure && name !== 'key') return typenameSlot(key, typeName)
    const below = valueSlots(compiling, entry, fields, measure, measure && wanted[measure])
    return {
      key,
      read: (from, shaping) => {
        const values = from[name]
        return isObject(values) ? objectOf(below, values, shaping) : null
      },
    }
  })

/** Values by field; sums and averages of exact numbers are text of all their digits. */
const valueSlots = (
  compiling: CompileContext,
  entry: Entry,
  nodes: readonly FieldNode[],
  measure: Measure | undefined,
  wanted: Set<string> | undefined,
): readonly Slot[] => {
  const { types } = entry.names
  const typeName = {
    sum: types.aggregateSum,
    average: types.aggregateAverage,
    min: types.aggregateMin,
    max: types.aggregateMax,
    key: types.aggregateKey,
  }[measure ?? 'key']
  return [...fieldsBelow(compiling, typeName, nodes)].map(([key, fields]): Slot => {
    const field = entry.fields.get(fields[0]?.name.value ?? '')
    if (!field) return typenameSlot(key, typeName)
    wanted?.add(field.name)
    const isComputed = measure === 'sum' || measure === 'average'
    const shape = isComputed ? null : compileValue(compiling, field.shape, fields)
    return {
      key,
      read: (from, shaping) => {
        const value = from[field.name] ?? null
        return value !== null && shape ? (shape(value, shaping) ?? null) : value
      },
    }
  })
}
