import { expect, test } from 'vitest'
import { platformCharter } from './platform-charter.ts'

test.each([
  ['', 'sqlite'],
  ['file:platform.db', 'sqlite'],
  ['postgres://db/platform', 'postgresql'],
])('the same charter is over the database that is named: %j', async (url, name) => {
  expect((await platformCharter({ DATABASE_URL: url })).connector.name).toBe(name)
})

test('a database that a platform cannot be on is refused', async () => {
  await expect(platformCharter({ DATABASE_URL: 'mysql://127.0.0.1/platform' })).rejects.toThrow(
    /DATABASE_URL of a platform names a PostgreSQL database/,
  )
})
