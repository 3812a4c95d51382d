import type { Directory, Entry } from '../directory.ts'
import { fixedShapes } from '../fixed-shapes.ts'
import { scalars } from '../reserved.ts'
import { aggregateTypes } from './aggregate.ts'
import { entityTypes } from './entity.ts'
import { valueFilters } from './filters.ts'
import { operationTypes, writeTypes } from './mutations.ts'
import { hasKey, rootTypes } from './roots.ts'
import { block, description, quoted } from './text.ts'
import { declaredTypes, inputType, outputType } from './value-types.ts'

/** The schema as text. */
export const schemaText = (directory: Directory, form: SchemaForm): string =>
  schemaDefinitions(directory, form).join('\n')

/**
 * `whole`: what clients see, valid by itself. `subgraph`: what a gateway composes (Apollo Federation 2), without what federation
 * itself brings.
 */
export type SchemaForm = 'whole' | 'subgraph'

/** The schema's definitions, each as text. */
export const schemaDefinitions = (directory: Directory, form: SchemaForm): readonly string[] => {
  const entries = [...directory.entries.values()]
  const isSubgraph = form === 'subgraph'
  return [
    ...(isSubgraph ? [link] : directives),
    ...rootTypes(directory, isSubgraph),
    ...nodeTypes(entries, isSubgraph),
    ...entries.flatMap((entry) => [
      ...entityTypes(directory, entry),
      ...(entry.names.roots.aggregate === undefined ? [] : aggregateTypes(directory, entry)),
      ...writeTypes(entry),
      ...changeTypes(directory, entry),
    ]),
    ...directory.surface.operations.flatMap((operation) => operationTypes(directory, operation)),
    ...Object.entries(directory.surface.types).flatMap(([name, shape]) =>
      declaredTypes(directory.surface, shape, directory.model.types[name]),
    ),
    ...valueFilters(directory),
    ...fixedTypes(directory),
    ...Object.entries(scalars).map(
      ([name, { url, description: about }]) =>
        `${description(about)}scalar ${name} @specifiedBy(url: ${quoted(url)})\n`,
    ),
  ].filter((text) => text !== '')
}

const link = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible", "@cost", "@listSize"])
`

const directives: readonly string[] = [
  `directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
`,
  `directive @shareable repeatable on OBJECT | FIELD_DEFINITION
`,
  `directive @inaccessible on FIELD_DEFINITION | OBJECT | INTERFACE | UNION | ARGUMENT_DEFINITION | SCALAR | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION
`,
  `"What a field costs before it is run; objects cost 1."
directive @cost(weight: Int!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR
`,
  `"How many items a list has, for its cost."
directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
`,
]

const nodeTypes = (entries: readonly Entry[], isSubgraph: boolean): readonly string[] => {
  const keyed = entries.filter(hasKey)
  const node = block('interface Node', [{ text: 'id: ID!' }], 'A record that an id names (Relay).')
  return [
    ...(keyed.length > 0 ? [node] : []),
    ...(isSubgraph ? [] : [block('type _Service', [{ text: 'sdl: String!' }]), 'scalar _Any\n']),
    ...(isSubgraph || keyed.length === 0
      ? []
      : [`union _Entity = ${keyed.map(({ names }) => names.types.object).join(' | ')}\n`]),
  ]
}

const changeTypes = ({ surface }: Directory, { names }: Entry): readonly string[] => {
  const { types, roots, member, key } = names
  if (roots.changes === undefined) return []
  return [
    block(`type ${types.change}`, [
      { text: 'cursor: String!', description: 'Resumes the subscription after this change.' },
      { text: 'at: Instant!' },
      { text: 'change: ChangeKind!' },
      { text: 'id: ID!' },
      { text: `key: ${types.changeKey}!` },
      { text: `${member}: ${types.object}`, description: 'The record as it is now; null for one that is gone.' },
    ]),
    block(
      `type ${types.changeKey}`,
      key.flatMap((name) => {
        const field = names.fields.find((each) => each.name === name)
        return field ? [{ text: `${field.as}: ${inputType(surface, field.shape)}` }] : []
      }),
    ),
  ]
}

const fixedTypes = ({ surface, entries }: Directory): readonly string[] => {
  const shapes = fixedShapes.map((shape) =>
    block(
      `type ${shape.name} @shareable`,
      shape.members.map(({ name, shape: of, isOptional }) => ({
        text: `${name}: ${outputType(surface, of)}${isOptional ? '' : '!'}`,
      })),
    ),
  )
  const hasChanges = [...entries.values()].some(({ names }) => names.roots.changes !== undefined)
  return [
    ...shapes,
    block('type PageInfo @shareable', [
      { text: 'endCursor: String', description: 'Of the last row, after which the next page begins; null of no rows.' },
      { text: 'hasNextPage: Boolean!' },
      { text: 'hasPreviousPage: Boolean!' },
      { text: 'startCursor: String', description: 'Of the first row, before which the page before ends.' },
    ]),
    block('type AuditEdge @shareable', [{ text: 'cursor: String!' }, { text: 'node: AuditEntry!' }]),
    block('type AuditConnection @shareable', [
      { text: 'edges: [AuditEdge!]!' },
      { text: 'nodes: [AuditEntry!]!' },
      { text: 'pageInfo: PageInfo!' },
    ]),
    hasChanges
      ? block(
          'enum ChangeKind',
          ['created', 'updated', 'deleted'].map((text) => ({ text })),
        )
      : '',
  ]
}
