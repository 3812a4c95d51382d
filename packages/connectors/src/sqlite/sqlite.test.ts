import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as vitest from 'vitest'
import { connectorConformance } from '../conformance/connector-conformance.ts'
import { under } from '../conformance/harness.ts'
import { sqlite } from './index.ts'

under(vitest, () =>
  connectorConformance(sqlite, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charter-sqlite-'))
    return {
      url: `file:${join(folder, 'conformance.db')}`,
      isLasting: true,
      remove: () => rm(folder, { recursive: true }),
    }
  }),
)
