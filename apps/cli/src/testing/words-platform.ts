import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsOfFolder, openPlatform } from '@charter/server'
import type { PlatformCalls } from '@charter/server/program'

/** A platform of this machine that deploys nowhere: what is rolled out is healthy at once, a release is its charter alone, and its tests pass. */
export interface WordsPlatform {
  /** What `--folder` names. */
  readonly folder: string
  readonly url: string
  /** As its owner. */
  readonly calls: PlatformCalls
  close(): Promise<void>
}

export const openWordsPlatform = async (): Promise<WordsPlatform> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-words-'))
  const platform = await openPlatform({
    folder,
    env: { CHARTER_MODE: 'development', PORT: '0' },
    target: {
      rollOut: async ({ digest }) => ({ address: `http://127.0.0.1:1/${digest.slice(-8)}` }),
      stop: async () => {},
      running: async () => [],
    },
    tests: {
      verify: async () => ({ passed: 3, failed: 0, skipped: 1, failures: [], lines: ['Note: 3 of 4 hold, 1 not run'] }),
    },
    generate: async ({ text }) => ({ files: [{ path: 'service.txt', text }], findings: [] }),
  })
  writeFileSync(join(folder, 'address.json'), JSON.stringify({ url: platform.url }))
  const calls = await callsOfFolder(folder)
  if (!calls) throw new Error('There is a platform in the folder.')
  return {
    folder,
    url: platform.url,
    calls,
    close: async () => {
      await platform.close()
      rmSync(folder, { recursive: true })
    },
  }
}
