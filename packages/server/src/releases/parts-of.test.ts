import { expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

test('a version is checked once as a release is made of it: as it is generated', async () => {
  const findings = [{ code: 'a', severity: 'warning', message: 'As it was generated.', line: 1, column: 1 }] as const
  const made = await partsOf({ text: 'no charter', lock: null }, async () => ({
    files: [{ path: 'main.ts', text: '1' }],
    findings,
  }))
  expect(made.findings).toBe(findings)
  expect(made.parts.map(({ path }) => path)).toEqual(['charter.lock', 'charter.yaml', 'checks.json', 'node/main.ts'])
})
