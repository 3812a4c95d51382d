import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { charterHere as charter } from '../testing/here.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = new URL('../../../../packages/project/fixtures/upgrade/0.1.0-rest/', import.meta.url)
cpSync(fixture, folder, { recursive: true })

test('a dry run says what would be done, the run does it, and then there is nothing to do', async () => {
  const dry = await charter(['upgrade', folder, '--dry-run'])
  expect(dry.status).toBe(0)
  expect(dry.out).toMatch(/^would write {2}charter\.lock/m)
  expect(dry.out).toMatch(/from before versions were noted\nwould be removed {2}src\/page.ts.*\nWould write \d+ files/)
  expect(dry.out).toContain('Nothing was written.')
  expect((await charter(['upgrade', folder])).out).toContain('Next: read the changes, run the tests, commit.')
  expect((await charter(['upgrade', folder])).out).toContain('Nothing to do: all of it is as Charter 0.1.0 writes it.')
})

test('what a newer Charter wrote ends with 3 and says which one is needed', async () => {
  const file = join(folder, 'charter.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^charter: 1/m, 'charter: 2'))
  const { status, err } = await charter(['upgrade', folder])
  expect(status).toBe(3)
  expect(err).toMatch(/^charter\.yaml is of a newer Charter: .* Install the Charter that wrote it, or a newer one\.\n$/)
})
