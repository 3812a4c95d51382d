import type { GeneratedFile } from '@charter/charter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences } from './testing/differences.ts'
import { fuzz } from './testing/fuzz.ts'
import { generateHostile } from './testing/generate-hostile.ts'
import { canary } from './testing/hostile-text.ts'
import { typeCheck } from './testing/type-check.ts'

test('no text of a hostile charter gets out of its literal or comment, and what is generated type-checks', async () => {
  const report = await fuzz({ firstSeed: 1_000_000, charters: 120, batch: 120 })
  expect(report.faults).toEqual([])
  expect(report.generated).toBeGreaterThan(82)
  expect(report.pastParser).toBeGreaterThan(22)
}, 540_000)

test('the same charter gives the same bytes, whatever was generated before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
      const first = await generateHostile(seed)
      await generateHostile(seed + 1)
      const second = await generateHostile(seed)
      if ('refused' in first || 'refused' in second) return
      expect(second.files).toEqual(first.files)
    }),
    { numRuns: 15 },
  )
})

test('every path of a hostile service stays inside its folder, once, whatever the case', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const made = await generateHostile(seed)
    if ('refused' in made) continue
    const paths = made.files.map(({ path }) => path)
    expect(
      paths.filter((path) => !/^[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)*$/u.test(path) || path.includes('..')),
    ).toEqual([])
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    expect(paths).toEqual([...paths].sort())
  }
})

test('what is written to disk reads back as it was: no half of a surrogate pair stands in any file', async () => {
  for (let seed = 2; seed < 122; seed += 3) {
    const made = await generateHostile(seed, { isPastParser: true })
    if ('refused' in made) continue
    for (const { path, text } of made.files) expect([path, text.isWellFormed()]).toEqual([path, true])
  }
})

test('a service that runs text of its charter, or does not type-check, is told from one that is fine', async () => {
  const made = await generateHostile(0)
  if ('refused' in made) throw new Error('seed 0 is refused')
  const planted = (path: string, line: string): readonly GeneratedFile[] =>
    made.files.map((file) => (file.path === path ? { ...file, text: `${file.text}\n${line}\n` } : file))
  const run = { ...made, files: planted('src/access.ts', `;(globalThis as Record<string, unknown>).${canary} = true`) }
  expect(differences(run)).toEqual(['text of the charter was run'])
  const changed = { ...made, files: made.files.map((file) => ({ ...file, text: file.text.replace('1.0.0', '1.0.1') })) }
  expect(differences(changed)[0]).toMatch(/^src\/model.ts: printed .*1\.0\.0.*, read .*1\.0\.1/s)
  const complaints = await typeCheck([made.files, planted('src/model.ts', 'export const wrong: number = "text"')])
  expect(complaints).toEqual([expect.stringMatching(/^s1\/src\/model\.ts\(\d+,14\): error TS2322/)])
})
