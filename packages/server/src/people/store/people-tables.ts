/** What differs between databases of the tables of sign-in. */
export interface TableSpelling {
  /** A whole number of 53 bits. */
  readonly number: string
  /** What a table ends with. */
  readonly ending: string
}

/** Names of the tables that are the platform's own, with their columns. */
export const peopleColumns = {
  link: ['hash', 'kind', 'data', 'until'],
  attempt: ['key', 'failures', 'at'],
  used_code: ['person', 'code', 'at'],
  device: ['hash', 'code', 'program', 'address', 'asked_at', 'until', 'polled_at', 'person'],
  program: ['id', 'hash', 'person', 'name', 'since', 'until'],
  passkey: ['id', 'person', 'public_key', 'counter', 'name', 'since'],
} as const

/** Makes them where they are not there. */
export const peopleTables = ({ number, ending }: TableSpelling): readonly string[] =>
  [
    `link (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL, until ${number} NOT NULL)`,
    `attempt (key TEXT PRIMARY KEY, failures ${number} NOT NULL, at ${number} NOT NULL)`,
    `used_code (person TEXT NOT NULL, code TEXT NOT NULL, at ${number} NOT NULL, PRIMARY KEY (person, code))`,
    `device (
      hash TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, program TEXT NOT NULL, address TEXT NOT NULL, asked_at ${number} NOT NULL,
      until ${number} NOT NULL, polled_at ${number}, person TEXT
    )`,
    `program (
      id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, person TEXT NOT NULL, name TEXT NOT NULL, since ${number} NOT NULL, until ${number} NOT NULL
    )`,
    `passkey (
      id TEXT PRIMARY KEY, person TEXT NOT NULL, public_key TEXT NOT NULL, counter ${number} NOT NULL, name TEXT NOT NULL, since ${number} NOT NULL
    )`,
  ].map((table) => `CREATE TABLE IF NOT EXISTS ${table}${ending}`)
