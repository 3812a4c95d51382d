import { describe, expect, test } from 'vitest'
import { runVariant } from './matrix.ts'
import { type VariantName, variants } from './variants.ts'

/** Every blow once; `npm run durability` strikes a hundred times. */
const kills = 4

describe.each(Object.keys(variants) as VariantName[])('%s', (variant) => {
  test(`every write that was acknowledged has its row and its entry, over ${kills} kills in the middle of writing`, async () => {
    const tally = await runVariant(variant, { kills })
    expect(tally.faults).toEqual([])
    expect(tally.acknowledged).toBeGreaterThan(kills * 3)
    expect(tally.retried).toBeGreaterThan(0)
  }, 720_000)
})
