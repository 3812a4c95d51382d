import { expect, test } from 'vitest'
import { charter } from '../../testing/charter.ts'

test('a server is held to the suite that every connector is held to, and nothing is left in it', async () => {
  const { status, out } = await charter(['connector', 'test', 'any.db'])
  expect([status, out.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^SQLite: \d\d promises hold, 0 do not, 0 not run\. Nothing is left behind\.$/),
  ])
})

test('what is no server, or lets nobody in, is said in a sentence', async () => {
  expect(await charter(['connector', 'test', 'ftp://there'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('There is one for: MariaDB, MySQL, PostgreSQL, SQLite.'),
  })
  expect(await charter(['connector', 'test', 'mariadb://root:secret@127.0.0.1:1/x'])).toMatchObject({
    status: 3,
    err: expect.stringMatching(/^(?!.*secret).*Nothing listens at 127\.0\.0\.1:1/s),
  })
})
