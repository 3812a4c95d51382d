import type { PeopleDatabase, PeopleRow } from './people-database.ts'

/** A credential of WebAuthn: its public half is here, the other is in an authenticator of its person. */
export interface Passkey {
  /** In base64url, as authenticators call it. */
  readonly id: string
  readonly person: string
  /** Public key (COSE_Key), in base64url. */
  readonly key: string
  /** How often it was used, as its authenticator counts; 0 where it does not. */
  readonly counter: number
  readonly name: string
  readonly sinceMs: number
}

/** Passkeys of people. */
export interface Passkeys {
  /** False where it is there already, or its person has as many as they may. */
  add(passkey: Omit<Passkey, 'sinceMs'>): Promise<boolean>
  find(id: string): Promise<Passkey | null>
  list(person: string): Promise<readonly Passkey[]>
  /** Counts a use; false where its counter did not go on, as of one that was copied (WebAuthn level 3, section 6.1.1). */
  used(id: string, counter: number): Promise<boolean>
  end(person: string, id: string): Promise<void>
}

const most = 20

const columns = 'id, person, public_key, counter, name, since'

export const passkeysIn = (database: PeopleDatabase, nowMs: () => number): Passkeys => ({
  add: async ({ id, person, key, counter, name }) => {
    const added = `INSERT INTO passkey (${columns}) SELECT ?, ?, ?, ?, ?, ? WHERE (SELECT COUNT(*) FROM passkey WHERE person = ?) < ${most}
      ON CONFLICT DO NOTHING RETURNING id`
    return (await database.all(added, id, person, key, counter, name, nowMs(), person)).length === 1
  },
  find: async (id) => {
    const [row] = await database.all(`SELECT ${columns} FROM passkey WHERE id = ?`, id)
    return row ? passkeyOf(row) : null
  },
  list: async (person) =>
    (await database.all(`SELECT ${columns} FROM passkey WHERE person = ? ORDER BY since`, person)).map(passkeyOf),
  used: async (id, counter) => {
    const counted = 'UPDATE passkey SET counter = ? WHERE id = ? AND (counter < ? OR counter + ? = 0) RETURNING id'
    return (await database.all(counted, counter, id, counter, counter)).length === 1
  },
  end: async (person, id) => {
    await database.all('DELETE FROM passkey WHERE person = ? AND id = ?', person, id)
  },
})

const passkeyOf = ({ id, person, public_key: key, counter, name, since }: PeopleRow): Passkey => ({
  id: String(id),
  person: String(person),
  key: String(key),
  counter: Number(counter),
  name: String(name),
  sinceMs: Number(since),
})
