import { type Charter, connectorOf, exampleValue, type Field } from '@charter/charter'
import { connectors } from '@charter/connectors'

/**
 * The charter as if the tables were ours: as it names them, whatever source they are in. What the database would fill in by itself
 * is an example.
 */
export const ownedOn = (charter: Charter, database: string): Charter => ({
  ...charter,
  entities: charter.entities.map((entity) => ({
    ...entity,
    fields: entity.fields.map((field) => filledIn(charter, field)),
  })),
  sources: charter.sources.map(({ name, place }) => ({ name, place, kind: 'own' as const, database })),
})

const filledIn = (charter: Charter, field: Field): Field => {
  if (field.default?.kind !== 'database') return field
  const { default: _, ...rest } = field
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
