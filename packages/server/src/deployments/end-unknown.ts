import type { Target } from '@charter/deploy'
import type { Store } from '@charter/runtime'

/** In these states something of a deployment may run. */
const runs: ReadonlySet<unknown> = new Set(['rolling', 'healthy'])

/** Ends what runs at a target and should not: what no row of any organisation knows, or knows as ended. */
export const endUnknown = async (target: Target, store: Store): Promise<void> => {
  for (const id of await target.running()) {
    const [row] = await store.current.find(
      { entity: 'Deployment', byKey: 'given', rules: null, fields: ['state'] },
      { key: { id } },
    )
    if (!runs.has(row?.value(0))) await target.stop(id)
  }
}
