import { type JsonObject, type Problem, takeRoom } from '@charter/runtime'
import { type GraphQLSchema, Kind, type OperationDefinitionNode, execute as reflect } from 'graphql'
import { aggregateRoot } from './aggregate.ts'
import { changesRoot, type StreamPlan } from './changes.ts'
import { type CompileContext, collectFields } from './collect.ts'
import { sum } from './cost.ts'
import type { Directory } from './directory.ts'
import type { Document } from './document.ts'
import type { RootPlan } from './document-run.ts'
import { operationWriteRoot, writeRoot } from './mutation-roots.ts'
import { entitiesRoot, nodeRoot, nodesRoot } from './node-roots.ts'
import type { Plan } from './plan.ts'
import { auditRoot, listRoot, operationRoot, type RootField, readRoot } from './query-roots.ts'
import { argumentsCost } from './source.ts'
import type { EntityRoot } from './surface.ts'

/** What documents are planned against. */
export interface PlanContext {
  readonly directory: Directory
  readonly schema: GraphQLSchema
  /** What gateways compose. */
  readonly subgraph: () => string
}

type Plant = (compiling: CompileContext, field: RootField) => RootPlan

/** The root fields of a schema, by type and name: made once at start. */
export interface Roots {
  readonly query: ReadonlyMap<string, Plant>
  readonly mutation: ReadonlyMap<string, Plant>
  readonly subscription: ReadonlyMap<string, (compiling: CompileContext, field: RootField) => StreamPlan>
}

/** The root fields of a surface. */
export const rootsOf = ({ directory, subgraph }: Pick<PlanContext, 'directory' | 'subgraph'>): Roots => {
  const entries = [...directory.entries.values()]
  const each = <Made>(root: EntityRoot, make: (entry: (typeof entries)[number]) => Made) =>
    entries.flatMap((entry): [string, Made][] => {
      const name = entry.names.roots[root]
      return name === undefined ? [] : [[name, make(entry)]]
    })
  const { operations } = directory.surface
  return {
    query: new Map<string, Plant>([
      ['node', nodeRoot],
      ['nodes', nodesRoot],
      ['_entities', entitiesRoot],
      ['_service', serviceRoot(subgraph)],
      ...each<Plant>('read', (entry) => (compiling, field) => readRoot(compiling, entry, field)),
      ...each<Plant>('list', (entry) => (compiling, field) => listRoot(compiling, entry, field)),
      ...each<Plant>('aggregate', (entry) => (compiling, field) => aggregateRoot(compiling, entry, field)),
      ...each<Plant>('audit', (entry) => (compiling, field) => auditRoot(compiling, entry, field)),
      ...operations
        .filter(({ effect }) => effect === 'read')
        .map((operation): [string, Plant] => [
          operation.as,
          (compiling, field) => operationRoot(compiling, operation, field),
        ]),
    ]),
    mutation: new Map<string, Plant>([
      ...(['create', 'replace', 'update', 'delete'] as const).flatMap((action) =>
        each<Plant>(action, (entry) => (compiling, field) => writeRoot(compiling, entry, action, field)),
      ),
      ...operations
        .filter(({ effect }) => effect === 'write')
        .map((operation): [string, Plant] => [
          operation.as,
          (compiling, field) => operationWriteRoot(compiling, operation, field),
        ]),
    ]),
    subscription: new Map(
      each('changes', (entry) => (compiling: CompileContext, field: RootField) => changesRoot(compiling, entry, field)),
    ),
  }
}

const typeNames = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/** The plan of an operation for the variables that decide which fields are there. */
export const planOf = (
  { directory, schema }: PlanContext,
  roots: Roots,
  document: Document,
  operation: OperationDefinitionNode,
  variables: JsonObject,
): Plan => {
  const kind = operation.operation
  const compiling = { directory, schema, fragments: document.fragments, variables, spent: { fields: 0 } }
  const fields = [...collectFields(compiling, typeNames[kind], [operation.selectionSet])].flatMap(
    ([key, nodes]): RootField[] => (nodes[0] ? [{ key, nodes, first: nodes[0] }] : []),
  )
  const named = ({ first }: RootField): string => first.name.value
  if (kind === 'subscription') {
    const [field] = fields
    const plant = field && roots.subscription.get(named(field))
    // It may neither be left out nor be `__typename` (specification, section 5.2.4.1).
    if (!plant) throw new Error('a sound subscription has one root field')
    const stream = withArguments(plant(compiling, field), field)
    return { kind, stream, typeName: typeNames[kind], fields: compiling.spent.fields }
  }
  const isReflection = (field: RootField) => named(field) === '__schema' || named(field) === '__type'
  const planted = fields.map((field) => {
    if (isReflection(field)) return reflection(schema, document, operation, field)
    const root = roots[kind].get(named(field))?.(compiling, field)
    return root ? withArguments(root, field) : constant(field.key, typeNames[kind])
  })
  return {
    kind,
    reflects: fields.some((field) => isReflection(field) || named(field) === '_service'),
    roots: planted,
    fields: compiling.spent.fields,
  }
}

/** A root with what its arguments cost. */
const withArguments = <Root extends RootPlan | StreamPlan>(root: Root, { first }: RootField): Root => ({
  ...root,
  cost: sum([argumentsCost(first), root.cost]),
})

/** `__typename` */
const constant = (key: string, value: string): RootPlan => ({
  key,
  cost: () => 0,
  run: async () => JSON.stringify(value),
})

const serviceRoot =
  (sdl: () => string): Plant =>
  (compiling, { key, nodes }) => {
    const sets = nodes.map(({ selectionSet }) => selectionSet)
    const members = [...collectFields(compiling, '_Service', sets)].map(([name, fields]): [string, string] => [
      name,
      fields[0]?.name.value === 'sdl' ? sdl() : '_Service',
    ])
    return {
      key,
      cost: () => 1,
      run: async ({ room }) => {
        for (const [, text] of members) takeRoom(room, text.length)
        return JSON.stringify(Object.fromEntries(members))
      },
    }
  }

/** Questions about the schema are graphql-js' to answer. */
const reflection = (
  schema: GraphQLSchema,
  document: Document,
  operation: OperationDefinitionNode,
  { key, nodes }: RootField,
): RootPlan => {
  const only = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: nodes } as const }
  const node = { kind: Kind.DOCUMENT, definitions: [only, ...Object.values(document.fragments)] } as const
  return {
    key,
    cost: () => 1,
    run: async ({ variables, errors, room }) => {
      const { data, errors: wrong = [] } = await reflect({ schema, document: node, variableValues: variables })
      for (const { message } of wrong)
        errors.push({ problem: { code: 'invalid-input', detail: message } satisfies Problem, path: [key] })
      const text = JSON.stringify(data?.[key] ?? null)
      takeRoom(room, text.length)
      return text
    },
  }
}
