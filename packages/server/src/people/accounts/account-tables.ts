import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'
import { beginSession } from './begin-session.ts'
import type { RecoveryCodes } from './recovery-codes.ts'

/** The tables that better-auth keeps accounts in, each after those that it refers to. */
export const accountTables = ['user', 'session', 'account', 'verification', 'twoFactor'] as const

/** What a session says besides: when a second factor was shown last, which, and when it was used last. */
export const sessionFields = {
  secondFactorAt: { type: 'date', required: false, input: false },
  factor: { type: 'string', required: false, input: false },
  lastUsedAt: { type: 'date', required: false, input: false },
} as const

/** What is added to better-auth, which has tables of its own. */
export const accountPlugins = (codes: RecoveryCodes) =>
  [twoFactor({ issuer: 'Charter', backupCodeOptions: kept(codes), accountLockout }), beginSession()] as const

/** Guards count tries of a code, and those of browsers that are known apart; a lock of better-auth's would be of everybody. */
const accountLockout = { enabled: false }

const kept = ({ make, keep }: RecoveryCodes) => ({
  customBackupCodesGenerate: make,
  storeBackupCodes: {
    encrypt: async (codes: string) => keep(z.array(z.string()).parse(JSON.parse(codes))),
    decrypt: async (codes: string) => codes,
  },
})

/** Tables are made without any. */
const noCodes: RecoveryCodes = { make: () => [], sealed: () => '', keep: () => '[]' }

/** Makes its tables where they are not there, and adds what they lack. */
export const makeAccountTables = async (database: NonNullable<BetterAuthOptions['database']>): Promise<void> => {
  const options = { database, logger: { disabled: true }, session: { additionalFields: sessionFields } }
  await (await getMigrations({ ...options, plugins: [...accountPlugins(noCodes)] })).runMigrations()
}
