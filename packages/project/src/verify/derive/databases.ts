import type { Charter } from '@charter/charter'
import { hasWork } from '@charter/runtime'
import type { Scenario, StartWanted } from '../scenario.ts'
import { type Derivation, statementsOf, whatToList } from './derivation.ts'

/** What a service makes of a database that is not quite as it wants its own, beside those of `starts.ts`. */
export const databaseScenarios = (deriving: Derivation, charter: Charter): readonly Scenario[] =>
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
          : [
              scenario('queueless', 'jobs wait with pg-boss on PostgreSQL alone, and who has none need not care', {
                env: { JOBS_QUEUE: 'pg-boss' },
                says: hasWork(deriving.model) ? ['JOBS_QUEUE is pg-boss', 'Leave it out'] : [],
              }),
            ]),
        ...(isOn(charter, 'sqlite') ? inMemory(deriving) : []),
      ]

const inMemory = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  const entity = deriving.model.entities.find(({ name }) => name === asked?.entity)
  if (!asked || !entity) return []
  const { path, role } = asked
  const title = 'a database in memory is empty, and a list of it is one statement as of any other'
  return [
    {
      ...scenario('memory', title, { env: { DATABASE_URL: ':memory:' }, says: [] }),
      steps: [
        {
          as: role,
          method: 'GET',
          path: `${path}?limit=1`,
          expect: { status: 200, body: [{ at: '/items', equals: [] }], statementsMax: statementsOf(1, entity) },
        },
      ],
    },
  ]
}

/** Whether all rows are in a database of the charter's own, of this kind. */
export const isOn = ({ sources }: Charter, database: string): boolean =>
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
