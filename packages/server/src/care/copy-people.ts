import { join } from 'node:path'
import { copyCarried, copyDatabase } from './copy-database.ts'
import type { CopyRowsOptions } from './copy-rows.ts'
import { requireItsPeople } from './moved.ts'

/** Copies people of a platform as they are at one moment into two SQLite files, wherever they lie. Rejects with a CareFault, or a ConfigError. */
export const copyPeople = async ({ folder, url, to }: CopyRowsOptions): Promise<void> => {
  if (url === null) {
    for (const name of ['people.db', 'people-links.db']) await copyDatabase(join(folder, name), join(to, name))
    return
  }
  requireItsPeople(folder)
  // What speaks to databases loads for longer than a file is copied.
  const { peopleToFiles } = await import('./people/carry-people.ts')
  const carried = { people: join(to, 'carried-people.db'), links: join(to, 'carried-links.db') }
  await peopleToFiles(url, carried)
  await copyCarried(carried.people, join(to, 'people.db'))
  await copyCarried(carried.links, join(to, 'people-links.db'))
}
