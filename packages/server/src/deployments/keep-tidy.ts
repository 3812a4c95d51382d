import type { Target } from '@charter/deploy'
import type { Service } from '@charter/runtime/service'
import { answers } from './answers.ts'
import { loseEnded } from './lose-ended.ts'
import { loseSilent } from './lose-silent.ts'

/** In these states something of a deployment may run: one that is said to fail is not ended by a mistake of who looked. */
const runs: ReadonlySet<unknown> = new Set(['rolling', 'healthy', 'failing'])

/** How often what runs is compared with what should. */
const everyMs = 60_000

/** Ends what runs at a target and should not, and says what does not run and should, now and from time to time, until it is told to stop. */
export const keepTidy = (target: Target, service: Pick<Service, 'store' | 'execute' | 'onBug'>): (() => void) => {
  const lose = loseSilent(service, answers)
  const tidy = (): void =>
    void endUnknown(target, service.store)
      .then(() => loseEnded(target, service))
      .then(lose)
      .catch(service.onBug)
  tidy()
  const timer = setInterval(tidy, everyMs).unref()
  return () => clearInterval(timer)
}

/** What no row of any organisation knows, or knows as ended. */
const endUnknown = async (target: Target, store: Service['store']): Promise<void> => {
  for (const id of await target.running()) {
    const [row] = await store.current.find(
      { entity: 'Deployment', byKey: 'given', rules: null, fields: ['state'] },
      { key: { id } },
    )
    if (!runs.has(row?.value(0))) await target.stop(id)
  }
}
