import type { Relation } from './catalogue.ts'
import type { Loss } from './loss-reasons.ts'

/** The relations that become entities; each of the others is a loss. */
export const selectServed = (relations: readonly Relation[], losses: Loss[]): readonly Relation[] =>
  relations.filter((relation) => {
    const found = whyNot(relation)
    if (found) losses.push({ ...found, about: `${relation.schema}.${relation.name}` })
    return found === null
  })

const whyNot = ({ schema, name, may, columns, ofExtension }: Relation): Omit<Loss, 'about'> | null => {
  if (ofExtension !== null)
    return { reason: 'system-table', sentence: `${name} belongs to the extension ${ofExtension} and is not served.` }
  if (/^(?:_charter.*|charter_state|charter_jobs)$/i.test(schema) || /^_charter_/i.test(name))
    return { reason: 'system-table', sentence: `${name} is kept by services for themselves and is not served.` }
  if (!may.select)
    return {
      reason: 'not-permitted',
      sentence: `The connecting role may not SELECT from ${name}, so it is left out. Grant USAGE on the schema and SELECT on it if it should be served.`,
    }
  if (columns.length === 0)
    return { reason: 'no-columns', sentence: `${name} has no columns, so there is nothing to serve.` }
  return null
}

/** What is true of a whole relation and cannot be said in a charter. */
export const reportRelation = (relation: Relation, about: string, losses: Loss[]): void => {
  const lose = (reason: Loss['reason'], sentence: string, of = about) => losses.push({ reason, about: of, sentence })
  if (relation.isRowSecured)
    lose(
      'row-security',
      `${about} has row-level security: what the connecting role sees of it is what is served, whoever asks. Say who may see what under \`allow\`.`,
    )
  if (relation.children.length > 0)
    lose(
      'inheritance',
      `${about} is inherited by ${relation.children.join(', ')}: it lists their rows too, and a key is one only within each of them.`,
    )
  for (const name of relation.triggers)
    lose('trigger', `${name} runs on writes to ${about}; what it does is not in the charter.`, `${about}.${name}`)
  for (const { name, partition, target } of relation.partReferences)
    lose(
      'dangling-reference',
      `${name} of the partition ${partition} refers to ${target} for its rows alone, which a charter cannot say; its columns are served as plain fields.`,
      `${about}.${name}`,
    )
  reportWrites(relation, about, losses)
}

/** Columns of tables below a view that each new row needs, and the view does not take. */
export const reportWithheld = (columns: readonly string[], about: string, losses: Loss[]): void => {
  if (columns.length > 0)
    losses.push({
      reason: 'left-out-column',
      about,
      sentence: `${about} is a view that takes no ${columns.join(', ')}, which a new row of its table needs, so the charter does not offer create. Give the column a default, or add it to the view.`,
    })
}

const reportWrites = ({ may, definition, replaced }: Relation, about: string, losses: Loss[]): void => {
  if (definition !== null) {
    if (!may.insert && !may.update && !may.delete)
      losses.push({
        reason: 'read-only-view',
        about,
        sentence: `${about} is a view that cannot be written to, or not by the connecting role, so it is read only. PostgreSQL writes through views of one table without grouping, and through INSTEAD OF triggers.`,
      })
    return
  }
  if (replaced.length > 0)
    losses.push({
      reason: 'trigger',
      about,
      sentence: `Rules do something else INSTEAD of ${replaced.join(' and ')} on ${about}, perhaps to other tables, so the charter does not offer it.`,
    })
  const missing = [may.insert ? '' : 'INSERT', may.update ? '' : 'UPDATE', may.delete ? '' : 'DELETE'].filter(
    (each) => each !== '' && !replaced.includes(each),
  )
  if (missing.length === 0) return
  losses.push({
    reason: 'not-permitted',
    about,
    sentence: `The connecting role has no ${missing.join(', ')} on ${about}, so the charter does not offer it. Grant it and read the database again if it should.`,
  })
}
