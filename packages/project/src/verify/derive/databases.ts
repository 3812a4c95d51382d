import type { Charter } from '@charter/charter'
import type { Scenario, StartWanted } from '../scenario.ts'

/** What a service makes of a database that is not quite as it wants its own, beside those of `starts.ts`. */
export const databaseScenarios = (charter: Charter): readonly Scenario[] =>
  charter.sources.some(({ kind }) => kind !== 'own')
    ? []
    : [
        scenario('newer', 'it goes on with its database when that is brought to what comes next and both are served', {
          env: { DATABASE_URL: '{newer-database}' },
          says: [],
        }),
        ...(isOn(charter, 'postgresql')
          ? [
              scenario('plain', 'told to speak TLS it does not go on without', {
                env: { DATABASE_URL: '{plain-database}?sslmode=require' },
                says: ['does not speak TLS'],
              }),
            ]
          : []),
      ]

const isOn = ({ sources }: Charter, database: string): boolean =>
  sources.every((source) => source.kind === 'own' && source.database === database)

const scenario = (id: string, title: string, start: StartWanted): Scenario => ({
  id: `start.${id}-database`,
  title,
  cites: ['starting'],
  rows: 'any',
  writes: false,
  steps: [],
  start,
})
