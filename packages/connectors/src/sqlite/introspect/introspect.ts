import { basename } from 'node:path'
import type { IntrospectOptions } from '@charter/charter'
import { ProblemError, problem } from '@charter/runtime'
import { indexesOfTable, introspectionOf, planTables, type SqlIntrospection, scalar, titleOf } from '@charter/sql'
import { connect } from '../driver/connection.ts'
import { requireFile } from '../driver/open.ts'
import { pathOf } from '../driver/path-of.ts'
import { readCatalogue } from './catalogue.ts'
import { dialect } from './dialect.ts'
import { seen, servedAsText } from './served-as-text.ts'

const busyTimeoutMs = 5000

/**
 * A SQLite file as a charter document, from its catalogue and the first rows of its tables. Rejects with a ProblemError
 * (`unavailable`) when the file is not there, cannot be opened or is no SQLite database.
 */
export const introspect = async (url: string, { name, schemas }: IntrospectOptions): Promise<SqlIntrospection> => {
  const path = pathOf(url)
  requireFile(path)
  if (schemas?.some((each) => each !== 'main')) throw new ProblemError(problem('unavailable', { cause: noSchemas() }))
  const connection = connect({ path, isReadOnly: true, isOwned: false, busyTimeoutMs })
  try {
    const catalogue = readCatalogue(connection)
    return introspectionOf(servedAsText(connection, planTables(dialect, catalogue)), {
      name,
      title: titleOf(basename(path).replace(/\.[^.]+$/, ''), name),
      from: 'a SQLite file',
      seen,
      source: `{ url: ${scalar(`file:${path}`)} }`,
      tables: catalogue.tables.length,
      indexes: catalogue.tables.filter(({ kind }) => kind === 'table').map(indexesOfTable),
    })
  } finally {
    connection.close()
  }
}

const noSchemas = (): Error => new Error('A SQLite file has one schema, `main`: leave the schemas out.')
