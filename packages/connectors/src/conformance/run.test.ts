import type { Store } from '@charter/runtime'
import { expect, test } from 'vitest'
import { sqlite } from '../sqlite/index.ts'
import { runConformance, type Told } from './run.ts'

test('what a connector does not hold is told with the reason, in its place', async () => {
  const heard: Told[] = []
  const broken = {
    ...sqlite,
    open: async (...given: Parameters<typeof sqlite.open>) => {
      const opened = await sqlite.open(...given)
      const store = (...asked: Parameters<typeof opened.store>): Store => ({
        ...opened.store(...asked),
        entities: new Map(),
      })
      return { ...opened, store, state: { ...opened.state, findApiKeyById: async () => null } }
    },
  }
  const told = await runConformance(broken, null, (each) => heard.push(each))
  expect(heard).toEqual(told)
  const failed = told.filter(({ outcome }) => outcome !== 'holds')
  expect(failed.map(({ title }) => title)).toEqual([
    "SQLite keeps the Connector's promises › the store that it opens says of every entity what it can do with it, and that it answers",
    "SQLite keeps the Connector's promises › its state › finds an API key by its hash, and by its id",
  ])
  expect(failed[1]?.why).toMatch(/null/)
})
