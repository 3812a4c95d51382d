import type { SqlConnector } from '@charter/sql'
import { connectorConformance } from './connector-conformance.ts'
import { type Host, under } from './harness.ts'

export interface Told {
  /** What holds, or does not: `MariaDB keeps the Connector's promises › text: every value comes back …`. */
  readonly title: string
  readonly outcome: 'holds' | 'fails' | 'skipped'
  /** Why it fails, or was skipped. */
  readonly why: string | null
}

interface Planned {
  readonly title: string
  readonly run: () => Promise<Told>
}

/**
 * The suite that every connector is held to, run against a server of somebody's: databases of its own are made there, and are gone
 * afterwards. `onTold` hears of each promise as soon as it is known. Rejects with a ProblemError where no database can be made.
 */
export const runConformance = async (
  connector: SqlConnector,
  near: string | null,
  onTold: (told: Told) => void,
): Promise<readonly Told[]> => {
  // Says at once where nothing can be made.
  await (await connector.makeTemporary(near)).remove()
  const planned: Planned[] = []
  under(planning(planned), () =>
    connectorConformance(connector, async () => ({ ...(await connector.makeTemporary(near)), isLasting: true })),
  )
  const all: Told[] = []
  for (const { run } of planned) {
    const told = await run()
    if (told.title !== '') {
      all.push(told)
      onTold(told)
    }
  }
  return all
}

/** Notes what is to be run, in order; what goes before and after has no title, unless it fails. */
const planning = (planned: Planned[]): Host => {
  let titles: readonly string[] = []
  /** What goes after the tests of the part at hand. */
  const pending: (() => unknown)[] = []
  const hook = (run: () => unknown): void => {
    const within = titles
    planned.push({
      title: '',
      run: async () => {
        const why = await failureOf(run)
        return { title: why === null ? '' : within.join(' › '), outcome: why === null ? 'holds' : 'fails', why }
      },
    })
  }
  return {
    describe(name, body) {
      const [before, after] = [titles, pending.splice(0)]
      titles = [...titles, name]
      body()
      for (const run of pending.splice(0)) hook(run)
      titles = before
      pending.push(...after)
    },
    test(name, run) {
      const title = [...titles, name].join(' › ')
      planned.push({
        title,
        run: async () => {
          let skipped: string | null = null
          const skip = (reason: string): void => {
            skipped = reason
          }
          const why = await failureOf(() => run({ skip }))
          if (why !== null) return { title, outcome: 'fails', why }
          return { title, outcome: skipped === null ? 'holds' : 'skipped', why: skipped }
        },
      })
    },
    beforeAll: hook,
    afterAll: (run) => void pending.push(run),
  }
}

const failureOf = async (run: () => unknown): Promise<string | null> => {
  try {
    await run()
    return null
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
