import { basename } from 'node:path'
import type { Introspection, IntrospectOptions } from '@charter/charter'
import { connect } from '../driver/connection.ts'
import { pathOf } from '../driver/open.ts'
import { readCatalogue } from './catalogue.ts'
import { documentOf } from './document.ts'
import { plan } from './plan.ts'
import { wordsOf } from './words.ts'

const busyTimeoutMs = 5000

/**
 * A SQLite file as a charter document, from its catalogue alone. Rejects with a ProblemError (`unavailable`) when the file
 * cannot be opened or is no SQLite database.
 */
export const introspect = async (url: string, { name }: IntrospectOptions): Promise<Introspection> => {
  const path = pathOf(url)
  const connection = connect({ path, isReadOnly: true, isOwned: false, busyTimeoutMs })
  try {
    const catalogue = readCatalogue(connection)
    const { entities, losses } = plan(catalogue)
    const document = documentOf(entities, { name, title: titleOf(path, name), url: `file:${path}` })
    return { document, losses, tables: catalogue.tables.length, entities: entities.length }
  } finally {
    connection.close()
  }
}

const titleOf = (path: string, name: string): string => {
  const words = wordsOf(basename(path).replace(/\.[^.]+$/, ''))
  return words.length > 0 ? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') : name
}
