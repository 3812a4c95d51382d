import { expect, test } from 'vitest'
import { handWritten, handWrittenNarrow, scenariosOf } from './hand-written.ts'

test('a scenario that uses a name which no step before saved is refused by scenario, step and name', () => {
  const text = (path: string) => `
- id: odd.name
  title: a name that nobody saved
  cites: []
  steps:
    - { as: keeper, method: GET, path: /v1/things, expect: { status: 200 }, save: { at: /items/0/id } }
    - { as: keeper, method: POST, path: /v1/things, body: { name: "{{${path}}}" }, expect: { status: 201 } }`
  expect(() => scenariosOf(text('att'))).toThrow('odd.name, step 2: no step before it saves {{att}}.')
  expect(scenariosOf(text('at'))).toHaveLength(1)
})

test('no scenario of ours does', async () => {
  expect((await handWritten()).length + (await handWrittenNarrow()).length).toBeGreaterThan(50)
})
