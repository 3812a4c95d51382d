import { expect, test } from 'vitest'
import { touchedFiles } from './touched.ts'

test('a changed field or entity touches only files that know the entity', { timeout: 300_000 }, async () => {
  const touched = await touchedFiles()
  const ofEntities = touched.filter(
    ({ kind }) => kind.includes('field') || kind.includes('entity') || kind.includes('text'),
  )
  expect(ofEntities.length).toBeGreaterThan(5)
  for (const { kind, strangers } of ofEntities) expect([kind, strangers]).toEqual([kind, []])
  const field = touched.find(({ kind }) => kind === 'a field comes')
  expect(field?.files.length).toBeLessThan(15)
})
