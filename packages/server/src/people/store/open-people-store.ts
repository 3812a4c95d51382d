import { type Attempts, attemptsIn } from './attempts.ts'
import { type Devices, devicesIn } from './devices.ts'
import { type Links, linksIn } from './links.ts'
import { type Passkeys, passkeysIn } from './passkeys.ts'
import type { PeopleDatabase } from './people-database.ts'
import { type Programs, programsIn } from './programs.ts'
import { type UsedCodes, usedCodesIn } from './used-codes.ts'

/** What of sign-in is the platform's own: links, what was tried, which codes were used, programs that act for people, and passkeys. */
export interface PeopleStore {
  readonly links: Links
  readonly attempts: Attempts
  readonly usedCodes: UsedCodes
  readonly devices: Devices
  readonly programs: Programs
  readonly passkeys: Passkeys
}

/** Over a file, or over PostgreSQL. */
export const openPeopleStore = (database: PeopleDatabase, nowMs: () => number): PeopleStore => ({
  links: linksIn(database, nowMs),
  attempts: attemptsIn(database, nowMs),
  usedCodes: usedCodesIn(database, nowMs),
  devices: devicesIn(database, nowMs),
  programs: programsIn(database, nowMs),
  passkeys: passkeysIn(database, nowMs),
})
