import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { beginSession } from './begin-session.ts'

/** The tables that better-auth keeps accounts in, each after those that it refers to. */
export const accountTables = ['user', 'session', 'account', 'verification', 'twoFactor'] as const

/** What a session says besides: when its second factor was shown. */
export const sessionFields = { secondFactorAt: { type: 'date', required: false, input: false } } as const

/** What is added to better-auth, which has tables of its own. */
export const accountPlugins = () => [twoFactor({ issuer: 'Charter' }), beginSession()] as const

/** Makes its tables where they are not there, and adds what they lack. */
export const makeAccountTables = async (database: NonNullable<BetterAuthOptions['database']>): Promise<void> => {
  const options = { database, logger: { disabled: true }, session: { additionalFields: sessionFields } }
  await (await getMigrations({ ...options, plugins: [...accountPlugins()] })).runMigrations()
}
