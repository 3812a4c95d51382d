import { postgresql } from '@charter/connectors'
import { fromEnvironment, keyProviderOf } from '@charter/runtime/service'
import { ownerLink } from '../people/owner-link.ts'
import { openPeopleStore } from '../people/store/open-people-store.ts'
import { openPlace } from '../place/platform-place.ts'

export interface OpenElsewhere {
  readonly folder: string
  readonly url: string
  /** As it was opened with. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** An address that signs the owner in, once, at the platform that another process has open: whoever writes where its people lie is them. */
export const folderLink = async ({ folder, url, env }: OpenElsewhere): Promise<string> => {
  const database = fromEnvironment(env, 'DATABASE_URL') ?? ''
  const local = { env, mode: 'development', dataFolder: folder, nowMs: Date.now } as const
  const there = { url: database, beforeMade: async () => {}, provider: () => keyProviderOf(local) }
  const { store, close } = await openPlace({ folder, postgresql: postgresql.accepts(database) ? there : null })
  try {
    return await ownerLink(url, openPeopleStore(store, Date.now).links)
  } finally {
    await close()
  }
}
