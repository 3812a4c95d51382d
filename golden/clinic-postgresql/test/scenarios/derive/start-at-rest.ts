import type { Scenario, StartWanted } from '../scenario.ts'
import type { Derivation } from './derivation.ts'
import { keysNowhere, production } from './starts.ts'

/** Who runs a service may ask that what it keeps is sealed at rest, whatever its charter says. No start here makes a key: what was sealed stays so. */
export const atRestScenarios = ({ model }: Derivation): readonly Scenario[] => [
  scenario('words', 'it says how data at rest is asked to be sealed, where another word is said', {
    env: { CHARTER_AT_REST: 'yes', CHARTER_VOLUME: 'luks' },
    says: ['CHARTER_AT_REST is "yes"', 'CHARTER_VOLUME is "luks"'],
  }),
  scenario('file', 'a SQLite file is not taken for one that is sealed at rest', {
    env: { ...asked, CHARTER_VOLUME: undefined, DATABASE_URL: 'file:/nowhere/rows.db' },
    says: ['/nowhere/rows.db is a SQLite file', 'CHARTER_VOLUME=encrypted'],
  }),
  scenario('keys', 'data at rest is sealed by a key service alone', {
    env: { ...asked, CHARTER_KEYS: undefined },
    says: ['CHARTER_KEYS must be set'],
  }),
  ...(model.atRest
    ? []
    : [
        scenario('away', 'a key service that does not answer keeps it from nothing that is not sealed', {
          env: { ...asked, ...keysNowhere },
          says: [],
        }),
      ]),
]

const asked = { ...production, CHARTER_AT_REST: 'encrypt', CHARTER_VOLUME: 'encrypted' }

const scenario = (id: string, title: string, start: StartWanted): Scenario => ({
  id: `start.at-rest.${id}`,
  title,
  cites: ['starting'],
  rows: 'any',
  writes: false,
  steps: [],
  start,
})
