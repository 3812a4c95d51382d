import { join } from 'node:path'
import { ownerLink } from '../people/owner-link.ts'
import { openPeopleStore } from '../people/store/open-people-store.ts'

/** An address that signs the owner in, once, at the platform that another process has open on a folder: whoever writes there is them. */
export const folderLink = (folder: string, url: string): string => {
  const store = openPeopleStore(join(folder, 'people-links.db'), Date.now)
  try {
    return ownerLink(url, store.links)
  } finally {
    store.close()
  }
}
