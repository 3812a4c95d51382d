import type { SqlConnector } from '@charter/sql'
import type { Database } from '@charter/sql/store'
import { lookingFirst } from './versions/apart/look-first.ts'

/** How the platform opens its rows. */
export interface PlatformRows {
  readonly connector: SqlConnector
  /** In the database's own terms, once they are open. */
  database(): Database
}

/** Nobody waits to write while a charter is looked at that takes long. */
export const platformRows = (connector: SqlConnector): PlatformRows => {
  let database: Database | null = null
  return {
    connector: {
      ...connector,
      open: async (url, options) => {
        const opened = await connector.open(url, options)
        database = opened.database
        return { ...opened, store: (model, plans) => lookingFirst(opened.store(model, plans)) }
      },
    },
    database: () => {
      if (!database) throw new Error('the rows of the platform are not open yet')
      return database
    },
  }
}
