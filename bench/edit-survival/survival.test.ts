import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generateService, loadCharter, requireSound } from '@charter/project'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { charter } from './charter.ts'
import { nodeEdits } from './code-edits.ts'
import type { Contender } from './contender.ts'
import { judge } from './judge.ts'
import { playSequence } from './sequence.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-survival-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const options = { steps: 20, makes: nodeEdits }

/** One sequence; `npm run edit-survival` plays many. */
test.each([1])(
  'after sequence %i every edit is there, and the service builds, passes its tests and does as edited',
  async (seed) => {
    const played = await playSequence(charter, folder, { ...options, seed })
    expect(played).toMatchObject({ lost: [], conflicts: [] })
    expect(played.edits.length).toBeGreaterThan(3)
    expect(await judge(folder, played)).toEqual([])
  },
  540_000,
)

/** Writes over whatever is there, as many do. */
const heedless: Contender = {
  name: 'heedless',
  generate: async (within, api) => {
    await charter.generate(within, api)
    const loaded = await loadCharter(within)
    const { files } = await generateService(requireSound(loaded), 'node', loaded)
    for (const { path, text } of files) {
      mkdirSync(dirname(join(within, path)), { recursive: true })
      writeFileSync(join(within, path), text)
    }
    return { conflicts: [], orphaned: [], moved: [], touched: files.map(({ path }) => path) }
  },
}

test('a generator that writes over what people did is found out', async () => {
  const { lost } = await playSequence(heedless, folder, { ...options, steps: 12, seed: 1 })
  expect(lost.length).toBeGreaterThan(0)
}, 900_000)
