import { join } from 'node:path'
import { copyRoutes } from './reader/copy-routes.ts'
import { entryRoutes } from './reader/entry-routes.ts'
import { exportRoute } from './reader/export-route.ts'
import { openPublished } from './reader/published.ts'
import { recordedRefusals } from './reader/recorded-refusals.ts'
import { stateRoute } from './reader/state-route.ts'
import type { TrailLimits } from './reader/trail.ts'
import { trailRoute } from './reader/trail-route.ts'
import { whoReads } from './reader/who-reads.ts'
import type { LedgerRoutes } from './serve-ledger.ts'

export interface ReaderRoutesOptions {
  /** A file of the search index's own; default: in the ledger's folder. It can be made anew. */
  readonly indexFile?: string
  readonly trail?: TrailLimits
}

/** What auditors read. Each reading is in the ledger before it is answered; who may not read is told nothing. */
export const readerRoutes =
  ({ indexFile, trail }: ReaderRoutesOptions = {}): LedgerRoutes =>
  (app, parts) => {
    app.register(async (scope) => {
      const published = openPublished(parts, indexFile ?? join(parts.folder, 'search', 'index.sqlite'))
      const refusals = recordedRefusals(parts.ledger, parts.nowMs)
      scope.addHook('onClose', async () => {
        await refusals.close()
        await published.close()
      })
      // What is said of people is for who asked, and for nobody between.
      scope.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        reply.header('x-content-type-options', 'nosniff')
      })
      const use = { parts, published, who: whoReads(parts, refusals.add) }
      for (const route of [stateRoute, entryRoutes, trailRoute(trail), exportRoute, copyRoutes]) route(scope, use)
    })
  }
