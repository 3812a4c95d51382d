import { type Charter, isKeptWithState } from '@charter/charter'
import type { EntityModel, ServiceModel } from '@charter/runtime'
import { columnName, quoted, tableName } from '@charter/sql'

/** A table as a person would read it: columns by field, in quotes. */
export interface Bound {
  readonly entity: EntityModel
  /** `"sales"."order"`. */
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
}

/** Where the rows of each entity are, in an attached database. */
export const boundsOf = (charter: Charter, model: ServiceModel): readonly Bound[] =>
  model.entities.flatMap((entity) => {
    const written = charter.entities.find((each) => each.name === entity.name)
    // What lies with the state is nobody's but the service's.
    if (!written || isKeptWithState(charter, written)) return []
    const schema = written.binding?.schema
    return {
      entity,
      table: [...(schema === undefined ? [] : [schema]), tableName(written)].map(quoted).join('.'),
      columns: Object.fromEntries(written.fields.map((field) => [field.name, quoted(columnName(field))])),
    }
  })
