import { DatabaseSync } from 'node:sqlite'
import { privateFile } from '@charter/runtime/service'
import { type Attempts, attemptsIn } from './attempts.ts'
import { type Devices, devicesIn } from './devices.ts'
import { type Links, linksIn } from './links.ts'
import { type Programs, programsIn } from './programs.ts'
import { type UsedCodes, usedCodesIn } from './used-codes.ts'

/** What of sign-in is the platform's own: links, what was tried, which codes were used, and programs that act for people. */
export interface PeopleStore {
  readonly links: Links
  readonly attempts: Attempts
  readonly usedCodes: UsedCodes
  readonly devices: Devices
  readonly programs: Programs
  close(): void
}

const tables = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS link (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS attempt (key TEXT PRIMARY KEY, failures INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS used_code (person TEXT NOT NULL, code TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, code)) STRICT;
  CREATE TABLE IF NOT EXISTS device (
    hash TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, program TEXT NOT NULL, address TEXT NOT NULL, asked_at INTEGER NOT NULL,
    until INTEGER NOT NULL, polled_at INTEGER, person TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS program (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, person TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL
  ) STRICT;
`

/**
 * Opens a file of its own, which no other user reads. Each of its statements is a transaction: what is used once is so whoever else asks at the
 * same moment.
 */
export const openPeopleStore = (file: string, nowMs: () => number): PeopleStore => {
  privateFile(file)
  const database = new DatabaseSync(file)
  database.exec(tables)
  return {
    links: linksIn(database, nowMs),
    attempts: attemptsIn(database, nowMs),
    usedCodes: usedCodesIn(database, nowMs),
    devices: devicesIn(database, nowMs),
    programs: programsIn(database, nowMs),
    close: () => database.close(),
  }
}
