import { plainDatabase } from '@charter/connectors/testing'
import { expect, test } from 'vitest'
import { openTestPlatform } from '../people/testing/platform.ts'
import { visitor } from '../people/testing/visitor.ts'
import { folderLink } from './folder-link.ts'

test.each(['files', 'PostgreSQL'])(
  'another process makes a link of a platform that is open, which is good once, over %s',
  async (over) => {
    const made = over === 'files' ? null : await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
    const env: Readonly<Record<string, string>> = made ? { DATABASE_URL: made.url } : {}
    const platform = await openTestPlatform('development', env)
    try {
      const { pathname } = new URL(await folderLink({ folder: platform.folder, url: platform.url, env }))
      expect(await visitor(platform.url).get(pathname)).toMatchObject({ status: 303, location: '/' })
      expect((await visitor(platform.url).get(pathname)).status).toBe(410)
    } finally {
      await platform.close()
      await made?.remove()
    }
  },
  60_000,
)
