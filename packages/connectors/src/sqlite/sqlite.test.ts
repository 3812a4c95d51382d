import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectorConformance } from '../conformance/connector-conformance.ts'
import { sqlite } from './index.ts'

connectorConformance(sqlite, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-sqlite-'))
  return {
    url: `file:${join(folder, 'conformance.db')}`,
    isLasting: true,
    remove: () => rm(folder, { recursive: true }),
  }
})
