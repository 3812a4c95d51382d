import { isObject, type Json, type JsonObject, type Outcome, ProblemError, problem } from '@charter/runtime'
import type { FieldNode, SelectionSetNode } from 'graphql'
import type { CompileContext } from './collect.ts'
import type { Cost } from './cost.ts'
import type { Entry } from './directory.ts'
import { ask, type DocumentRun, type RootPlan, shapingOf } from './document-run.ts'
import { rowOfId } from './global-id.ts'
import { inputValue } from './input.ts'
import type { RootField } from './query-roots.ts'
import { rowOf } from './query-roots.ts'
import { compileRow, newNeeds, type Part, selectionOf } from './row.ts'
import type { RowPlan } from './row-plan.ts'
import { argumentOf } from './source.ts'

const idsMax = 100

interface Wanted {
  readonly entry: Entry
  readonly key: JsonObject
}

/** `node(id)` (Relay): the row that an id means, under its own entity's rule; null where there is none. */
export const nodeRoot = (compiling: CompileContext, { key, nodes, first }: RootField): RootPlan => {
  const id = argumentOf(first, 'id')
  const row = rowReader(compiling, nodes)
  return {
    key,
    cost: row.cost,
    run: async (running) => {
      const wanted = rowOfId(compiling.directory, id.of(running.variables))
      return JSON.stringify(wanted ? ((await row.read(running, wanted, [key])) ?? null) : null)
    },
  }
}

/** `nodes(ids)`: as many rows, in the order of the ids. */
export const nodesRoot = (compiling: CompileContext, field: RootField): RootPlan =>
  severalRoot(compiling, field, 'ids', (id) => rowOfId(compiling.directory, id))

/** `_entities(representations)` (Apollo Federation): rows by what another subgraph knows of them. */
export const entitiesRoot = (compiling: CompileContext, field: RootField): RootPlan =>
  severalRoot(compiling, field, 'representations', (each) => representedBy(compiling, each))

const severalRoot = (
  compiling: CompileContext,
  { key, nodes, first }: RootField,
  argument: string,
  wantedBy: (json: Json) => Wanted | null,
): RootPlan => {
  const source = argumentOf(first, argument)
  const row = rowReader(compiling, nodes)
  const listed = (variables: JsonObject): readonly Json[] => {
    const given = source.of(variables) ?? null
    return Array.isArray(given) ? (given as readonly Json[]) : given === null ? [] : [given]
  }
  return {
    key,
    cost: (variables) => listed(variables).length * row.cost(variables),
    run: async (running) => {
      const wanted = listed(running.variables)
      if (wanted.length > idsMax)
        throw new ProblemError(problem('too-large', { detail: `Ask for at most ${idsMax} rows by "${argument}".` }))
      const rows = await Promise.all(
        wanted.map(async (each, at) => {
          const found = wantedBy(each)
          return found ? ((await row.read(running, found, [key, at])) ?? null) : null
        }),
      )
      return JSON.stringify(rows)
    },
  }
}

interface EntryPlan {
  readonly plan: RowPlan
  readonly select: Part
}

interface RowReader {
  /** Of the dearest entity that the row may be of: which one it is, the request's ids say. */
  readonly cost: Cost
  read(running: DocumentRun, wanted: Wanted, path: readonly (string | number)[]): Promise<Json | undefined>
}

/** Reads one row of whatever entity has a key. */
const rowReader = (compiling: CompileContext, nodes: readonly FieldNode[]): RowReader => {
  const planFor = (entry: Entry, spent: CompileContext['spent']): EntryPlan => {
    const needs = newNeeds()
    const plan = compileRow({ ...compiling, spent }, entry, nodes, needs)
    return { plan, select: selectionOf(needs) }
  }
  // Of entities that the document does not name it asks for no more than an id: what is the same of all is counted once.
  const { byType, entries } = compiling.directory
  const named = typesNamed(compiling, nodes).flatMap((name) => byType.get(name) ?? [])
  const plans = new Map(
    [...new Set([...named, ...[...entries.values()].slice(0, 1)])].map((entry) => [
      entry,
      planFor(entry, compiling.spent),
    ]),
  )
  return {
    cost: (variables) => Math.max(1, ...[...plans.values()].map(({ plan }) => plan.cost(variables))),
    read: async (running, { entry, key }, path) => {
      const of = plans.get(entry) ?? planFor(entry, { fields: 0 })
      const outcome: Outcome = await ask(running, String(path[0]), (variables, errors) => ({
        operation: `${entry.model.name}.read`,
        input: { key },
        select: of.select(variables, errors),
      }))
      if (outcome.kind === 'problem') {
        // A row that is not there, or may not be read, is null (Relay; Apollo Federation).
        if (outcome.problem.code !== 'not-found') running.errors.push({ problem: outcome.problem, path })
        return null
      }
      if (outcome.kind !== 'value') return null
      const shaping = { ...shapingOf(running, ''), path: [...path] }
      return rowOf(of.plan.shape, outcome.value, outcome.version, shaping)
    },
  }
}

/** Types that fragments below the fields are on. */
const typesNamed = ({ fragments }: CompileContext, nodes: readonly FieldNode[]): readonly string[] => {
  const names = new Set<string>()
  const spread = new Set<string>()
  const walk = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') continue
      const isSpread = selection.kind === 'FragmentSpread'
      if (isSpread && spread.has(selection.name.value)) continue
      if (isSpread) spread.add(selection.name.value)
      const fragment = isSpread ? fragments[selection.name.value] : selection
      if (fragment?.typeCondition) names.add(fragment.typeCondition.name.value)
      walk(fragment?.selectionSet)
    }
  }
  for (const { selectionSet } of nodes) walk(selectionSet)
  return [...names]
}

/** By the global id, or by the key fields. */
const representedBy = ({ directory }: CompileContext, json: Json): Wanted | null => {
  if (!isObject(json)) return null
  const entry = directory.byType.get(String(json.__typename))
  if (!entry) return null
  if (json.id !== undefined) {
    const found = rowOfId(directory, json.id)
    return found?.entry === entry ? found : null
  }
  const key = entry.names.key.map((name): readonly [string, Json] => {
    const field = entry.names.fields.find((each) => each.name === name)
    const value = json[field?.as ?? name] ?? null
    return [name, field ? inputValue(directory.surface, field.shape, value) : value]
  })
  return { entry, key: Object.fromEntries(key) }
}
