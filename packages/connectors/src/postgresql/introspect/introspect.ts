import type { IntrospectOptions } from '@charter/charter'
import { introspectionOf, type SqlIntrospection, titleOf } from '@charter/sql'
import { readingCatalogue } from './connect.ts'
import { withParser } from './parse.ts'
import { plan } from './plan.ts'
import { readCatalogue } from './read-catalogue.ts'
import { requireSchemas } from './require-schemas.ts'

const deadlineDefaultMs = 60_000

/**
 * A PostgreSQL database as a charter document, from its catalogue in one read-only transaction; of rows it asks only whether some keys are within a range. The document
 * names the environment variable that will hold the URL, never the URL. Rejects with a ProblemError (`unavailable`), whose
 * private cause says what to do, when the server cannot be reached, refuses, is too old or too slow, or has no such schema.
 */
export const introspect = async (url: string, options: IntrospectOptions): Promise<SqlIntrospection> => {
  const { name, schemas, naming = 'singular-pascal', environment = 'DATABASE_URL' } = options
  const catalogue = await readingCatalogue(url, options.deadlineMs ?? deadlineDefaultMs, async (reader) => {
    if (schemas) await requireSchemas(reader, schemas)
    return readCatalogue(reader, schemas ?? null)
  })
  const isSeen = catalogue.relations.some(({ columns }) => columns.some(({ range }) => range !== undefined))
  return introspectionOf(await withParser(() => plan(catalogue, naming)), {
    ...(isSeen && { seen: ', and of rows whether keys are where their sequences have them' }),
    name,
    title: titleOf(catalogue.database, name),
    from: 'a PostgreSQL database',
    source: `{ url: env(${environment}), database: postgresql }`,
    tables: catalogue.relations.length,
    indexes: catalogue.indexes,
  })
}
