import { postgresql } from '@charter/connectors'
import { fromEnvironment } from '@charter/runtime/service'
import { ownerLink } from '../people/owner-link.ts'
import { placeOf } from '../people/people-place.ts'
import { openPeopleStore } from '../people/store/open-people-store.ts'

export interface OpenElsewhere {
  readonly folder: string
  readonly url: string
  /** As it was opened with. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** An address that signs the owner in, once, at the platform that another process has open: whoever writes where its people lie is them. */
export const folderLink = async ({ folder, url, env }: OpenElsewhere): Promise<string> => {
  const database = fromEnvironment(env, 'DATABASE_URL') ?? ''
  const there = postgresql.accepts(database) ? { url: database, beforeMade: async () => {} } : null
  const { store, close } = await placeOf({ folder, postgresql: there })
  try {
    return await ownerLink(url, openPeopleStore(store, Date.now).links)
  } finally {
    await close()
  }
}
