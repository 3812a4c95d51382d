import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessTarget, runScenarios } from '@charter/project'
import { afterEach, expect, test, vi } from 'vitest'
import { ownCode } from './bodies.ts'
import { arrange, charters } from './charters.ts'

afterEach(() => vi.unstubAllEnvs())

test('services that are started wrongly leave nothing behind, least of all keys', async () => {
  const own = await mkdtemp(join(tmpdir(), 'charter-left-'))
  vi.stubEnv('TMPDIR', own)
  try {
    const { derived, examples, scenarios } = await arrange(charters[0], 'sqlite')
    const starts = scenarios.filter(({ id }) => id.startsWith('start.'))
    const target = await inProcessTarget(derived, examples, ownCode)
    const { failed, passed } = await runScenarios(target, starts, { writes: true })
    await target.close()
    expect([failed, passed > 20]).toEqual([[], true])
    expect(await readdir(own)).toEqual([])
  } finally {
    await rm(own, { recursive: true, force: true })
  }
})
