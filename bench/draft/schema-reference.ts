import type { DescribedEntity, DescribedRelation, Description } from './description.ts'
import { entityNamed, normalised } from './names.ts'

/** A database schema: tables by name, with columns and constraints by theirs. */
export interface Schema {
  readonly tables: Readonly<Record<string, Table>>
}

interface Table {
  readonly name: string
  readonly columns: Readonly<Record<string, { readonly name: string }>>
  readonly constraints?: Readonly<Record<string, Constraint>>
}

interface Constraint {
  readonly type: string
  readonly columnNames?: readonly string[]
  readonly targetTableName?: string
}

/** Tables as entities, columns as fields, foreign keys and `*_id` columns as relations. Keys and references are no fields. */
export const schemaDescription = ({ tables }: Schema): Description => {
  const all = Object.values(tables)
  const entities = all.map((table): DescribedEntity => {
    const references = new Set(foreignKeys(table).flatMap(({ columnNames = [] }) => columnNames))
    const columns = Object.values(table.columns).map(({ name }) => name)
    return {
      name: table.name,
      fields: columns.filter((name) => !isId(name) && !references.has(name)).map((name) => ({ name })),
    }
  })
  return { entities, relations: all.flatMap((table) => relationsOf(table, entities)) }
}

const isId = (column: string): boolean => /(?:^|_)id$/i.test(column)

const foreignKeys = ({ constraints = {} }: Table): readonly Constraint[] =>
  Object.values(constraints).filter(({ type }) => type === 'FOREIGN KEY')

const relationsOf = (table: Table, entities: readonly DescribedEntity[]): readonly DescribedRelation[] => {
  const declared = foreignKeys(table)
  const said = new Set(declared.flatMap(({ columnNames = [] }) => columnNames))
  const named = Object.values(table.columns).flatMap(({ name }) => {
    const owner = isId(name) && !said.has(name) ? entityNamed(entities, name.replace(/_?id$/i, '')) : undefined
    return owner && normalised(owner.name) !== normalised(table.name) ? [owner.name] : []
  })
  return [...declared.flatMap(({ targetTableName = [] }) => targetTableName), ...named].map((to) => ({
    from: table.name,
    to,
    kind: 'many-to-one',
  }))
}
