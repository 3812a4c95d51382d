import { type Charter, connectorOf, type Entity, exampleValue, type Field, kebabOf } from '@charter/charter'
import { connectors } from '@charter/connectors'

/**
 * The charter as if the tables were ours: as it names them, whatever source they are in. What the database would fill in by itself
 * is an example. The same charter where they are ours already: what is known of it, its rules for one, need not be found again.
 */
export const ownedOn = (charter: Charter, database: string): Charter =>
  isOwnedOn(charter, database) ? charter : owned(charter, database)

const isOwnedOn = ({ entities, sources }: Charter, database: string): boolean =>
  sources.every((source) => source.kind === 'own' && source.database === database) &&
  entities.every(({ fields }) => fields.every((field) => field.default?.kind !== 'database'))

const owned = (charter: Charter, database: string): Charter => ({
  ...charter,
  entities: inOneSchema(charter.entities).map((entity) => ({
    ...entity,
    fields: columnsApart(entity.fields).map((field) => filledIn(charter, field)),
  })),
  sources: charter.sources.map(({ name, place }) => ({ name, place, kind: 'own' as const, database })),
})

/** Tables of several schemas in one, where a database has no more: who comes first has the name, of those alike, in whatever case, the others have a number. */
const inOneSchema = (entities: readonly Entity[]): readonly Entity[] => {
  const names = namesApart()
  return entities.map((entity) => {
    const own = entity.binding?.table ?? kebabOf(entity.name).replaceAll('-', '_')
    const table = names(own)
    return entity.binding || table !== own ? { ...entity, binding: { ...entity.binding, table } } : entity
  })
}

/** Columns whose names differ in case alone are one to some databases. */
const columnsApart = (fields: readonly Field[]): readonly Field[] => {
  const names = namesApart()
  return fields.map((field) => {
    const column = field.column ?? field.name
    const own = names(column)
    return own === column ? field : { ...field, column: own }
  })
}

const namesApart = (): ((name: string) => string) => {
  const taken = new Set<string>()
  return (name) => {
    let own = name
    for (let number = 2; taken.has(own.toLowerCase()); number++) own = `${name}_${number}`
    taken.add(own.toLowerCase())
    return own
  }
}

const filledIn = (charter: Charter, field: Field): Field => {
  if (field.default?.kind !== 'database') return field
  const { default: _, ...rest } = field
  // Most often of a key, of which no two rows have the same.
  if (field.type.kind === 'uuid') return { ...rest, default: { kind: 'uuid' } }
  const types = Object.fromEntries(Object.entries(charter.types).map(([name, { type }]) => [name, type]))
  const value = exampleValue(field.type, { types, ordinal: 0, name: field.name })
  return value === undefined ? rest : { ...rest, default: { kind: 'value', value } }
}

/** The kind of database on which a charter's rows can be made up with nothing installed: its own, or SQLite where that needs a server. */
export const serverlessDatabaseOf = (charter: Charter): string => {
  const [source] = charter.sources
  const own = source && connectorOf(source, connectors)
  return own && own.ownUrl('') !== null ? own.name : 'sqlite'
}
