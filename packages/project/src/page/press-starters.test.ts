import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startDev } from '../dev.ts'
import { starterNames, startersFolder } from '../starters.ts'
import { pressPrefilled } from './press-prefilled.ts'

test.each(starterNames())(
  'every prefilled run of the starter %s succeeds, as every role that is allowed, in every style',
  async (industry) => {
    const dev = await startDev({ file: join(startersFolder(), industry), port: 0, onReload: () => {} })
    try {
      const { runs, failed } = await pressPrefilled(dev)
      expect(failed).toEqual([])
      expect(runs).toBeGreaterThan(100)
    } finally {
      await dev.close()
    }
  },
)
