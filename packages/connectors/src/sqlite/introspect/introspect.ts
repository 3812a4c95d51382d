import { basename } from 'node:path'
import type { Introspection, IntrospectOptions, TableIndexes } from '@charter/charter'
import { documentOf, scalar, wordsOf } from '@charter/sql'
import { connect } from '../driver/connection.ts'
import { requireFile } from '../driver/open.ts'
import { pathOf } from '../driver/path-of.ts'
import { readCatalogue, type Table } from './catalogue.ts'
import { plan } from './plan.ts'
import { seen, servedAsText } from './served-as-text.ts'

const busyTimeoutMs = 5000

/**
 * A SQLite file as a charter document, from its catalogue and the first rows of its tables. Rejects with a ProblemError
 * (`unavailable`) when the file is not there, cannot be opened or is no SQLite database.
 */
export const introspect = async (url: string, { name }: IntrospectOptions): Promise<Introspection> => {
  const path = pathOf(url)
  requireFile(path)
  const connection = connect({ path, isReadOnly: true, isOwned: false, busyTimeoutMs })
  try {
    const catalogue = readCatalogue(connection)
    const { entities, losses } = servedAsText(connection, plan(catalogue))
    const source = `{ url: ${scalar(`file:${path}`)} }`
    const document = documentOf(entities, { name, title: titleOf(path, name), from: 'a SQLite file', seen, source })
    return {
      document,
      losses,
      tables: catalogue.tables.length,
      entities: entities.length,
      indexes: catalogue.tables.filter(({ kind }) => kind === 'table').map(indexesOf),
    }
  } finally {
    connection.close()
  }
}

const indexesOf = ({ name, columns, indexes }: Table): TableIndexes => {
  const key = columns.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)
  const whole = indexes.filter(({ isPartial }) => !isPartial)
  return {
    table: name,
    indexes: [key.map((column) => column.name), ...whole.map((index) => index.columns.map((column) => column ?? ''))],
  }
}

const titleOf = (path: string, name: string): string => {
  const words = wordsOf(basename(path).replace(/\.[^.]+$/, ''))
  return words.length > 0 ? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') : name
}
