import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import type { Carried } from '@charter/sql'
import { readOf } from '@charter/sql/store'
import { requireBlobs } from './back-up.ts'
import { CareFault } from './care-fault.ts'
import { carryPlace, type PlaceOptions } from './carry-place.ts'
import { carryPlatform } from './carry-platform.ts'
import { syncFolder } from './copy-file.ts'
import { holdAlone } from './hold-alone.ts'
import { type MovedShared, moveShared } from './move-shared.ts'
import { movedFile, movedPeople } from './moved.ts'
import { type CarriedPeople, makeFiles, peopleToPostgresql } from './people/carry-people.ts'
import { type PeopleFiles, peopleFilesIn } from './people/file-people.ts'
import type { SharedPlaceOptions } from './shared-place.ts'

export interface MoveOptions {
  /** The platform's; it does not run. */
  readonly folder: string
  /** Of an empty PostgreSQL database. */
  readonly url: string
  /** Names the key provider of the platform, which seals its secrets there. */
  readonly env?: SharedPlaceOptions['env']
  readonly onStep?: (step: string) => void
}

export interface Moved extends Carried, CarriedPeople, MovedShared {
  /** Where the rows lie as they were. */
  readonly before: string
}

/**
 * Moves the rows, the state and the people of a platform from its files to PostgreSQL, each in one transaction there that is read again and compared by counts
 * and digests before it is committed; parts of releases by their digests, and secrets sealed. From then on it is opened with `DATABASE_URL` alone. Cut short
 * at any moment, it is said again; a platform whose rows were moved by a version that left people in the folder has those moved. Rejects with a CareFault, a
 * ConfigError where its role may not make what it needs there, or a ProblemError whose cause says why not.
 */
export const move = async ({ folder, url, env = {}, onStep = () => {} }: MoveOptions): Promise<Moved> => {
  if (!postgresql.accepts(url)) throw new CareFault('Say a PostgreSQL database: postgres://user@host/database.')
  const [rows, people] = [join(folder, 'platform.db'), peopleToMove(folder)]
  if (!existsSync(rows) && people === null)
    throw new CareFault(`${folder} has no platform.db to move. Name another with --platform.`)
  // What is of another version of the platform is refused as it is opened.
  if (existsSync(rows)) await (await carryPlace({ url: `file:${rows}`, folder })).opened.close()
  if (people) await makeFiles(people)
  using held = new DisposableStack()
  for (const file of [rows, ...(people ? [people.links, people.people] : [])])
    if (existsSync(file)) held.defer(holdAlone(file))
  onStep('Proving blobs')
  if (existsSync(rows)) await requireBlobs(folder)
  onStep('Carrying rows')
  const carried = await carryRows(rows, { url, folder })
  onStep('Carrying parts of releases, and secrets')
  const shared = await moveShared({ folder, url, env })
  onStep('Carrying people')
  const found = people ? await peopleToPostgresql(people, url) : { people: {}, isThere: true }
  for (const [from, to] of renamesIn(folder)) if (existsSync(from)) await rename(from, to)
  await syncFolder(folder)
  return { ...carried, ...found, ...shared, isThere: carried.isThere && found.isThere, before: movedFile(folder) }
}

/** Where people lie that are to be moved, also where it died as they were given another name; null where there are none. */
const peopleToMove = (folder: string): PeopleFiles | null => {
  const [here, moved] = [peopleFilesIn(folder), movedPeople(folder)]
  const isCutShort = existsSync(join(folder, 'platform.db')) && existsSync(moved.people)
  if (!existsSync(here.people) && !isCutShort) return null
  const of = (kind: keyof PeopleFiles): string => (existsSync(here[kind]) ? here[kind] : moved[kind])
  return { people: of('people'), links: of('links') }
}

/** The rows last: as long as they have their name, it is not done. */
const renamesIn = (folder: string): readonly (readonly [from: string, to: string])[] => {
  const [here, moved] = [peopleFilesIn(folder), movedPeople(folder)]
  return [
    [here.links, moved.links],
    [here.people, moved.people],
    [join(folder, 'platform.db'), movedFile(folder)],
  ]
}

/** Rows that were moved before are there, and go on: nothing is compared with what they were. */
const carryRows = async (rows: string, to: PlaceOptions): Promise<Carried> => {
  if (existsSync(rows)) return carryPlatform({ url: `file:${rows}`, folder: to.folder, isReadOnly: true }, to)
  const { opened, plans } = await carryPlace({ ...to, isReadOnly: true })
  const { table = '' } = plans.find(({ entity }) => entity === 'Organisation') ?? {}
  const any = readOf(`SELECT 1 FROM ${table} LIMIT 1`, table)
  const found = await opened.database.all(any, []).finally(() => opened.close())
  if (found.length === 0) throw new CareFault('The database has no rows of this platform. Name the one that it is on.')
  return { entities: {}, state: {}, isThere: true }
}
