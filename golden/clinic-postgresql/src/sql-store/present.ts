import type { Principal, Reference } from '../runtime/index.ts'
import type { Condition } from './condition.ts'
import { type SqlEntities, sqlEntity } from './entity.ts'
import type { Ask } from './find.ts'
import { readOf } from './statement.ts'
import { where } from './where.ts'

/** Which of these rows are there: one statement for all of them. */
export const present = async (
  ask: Ask,
  entities: SqlEntities,
  references: readonly Reference[],
  principal: Principal,
): Promise<readonly boolean[]> => {
  const [first] = references
  if (!first) return []
  const conditions = references.map((reference) => isPresent(entities, reference, principal))
  const columns = conditions.map(({ sql }) => `CASE WHEN ${sql} THEN 1 ELSE 0 END`)
  const [found = []] = await ask(
    readOf(`SELECT ${columns.join(', ')}`, sqlEntity(entities, first.entity).sql.table),
    conditions.flatMap(({ values }) => values),
  )
  return references.map((_, at) => Number(found[at]) === 1)
}

/** Holds where the row is there, in the caller's tenant. */
export const isPresent = (
  entities: SqlEntities,
  { entity: name, equal }: Reference,
  principal: Principal,
): Condition => {
  const entity = sqlEntity(entities, name)
  const found = where(entity, { entity: name, rules: null, ofTenant: true }, { principal, equal })
  return {
    get sql() {
      return `EXISTS (SELECT 1 FROM ${entity.sql.from}${found.sql})`
    },
    values: found.values,
  }
}
