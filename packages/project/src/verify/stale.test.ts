import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { regenerate } from '../prepare.ts'
import { reportLines } from './report.ts'
import { verify } from './verify.ts'

const folder = await mkdtemp(join(tmpdir(), 'charter-stale-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const charter = `charter: 1
name: shop
serves: [rest]
access: { accepts: [jwt], roles: [clerk] }
entities:
  Item:
    key: id
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }
    allow: { clerk: { do: [create, read, list] } }
`

test('what fails because the code is of the charter before is said to be so', async () => {
  const file = join(folder, 'charter.yaml')
  await writeFile(file, charter)
  await regenerate(folder, folder, () => {})
  await writeFile(file, (await readFile(file, 'utf8')).replace('1..40', '1..20'))
  const report = await verify({ subject: folder, writes: false })
  expect(report.failed).not.toEqual([])
  expect(report.stale).toContain('src/model.ts')
  expect(reportLines(report).join('\n')).toMatch(/stale: \d+ files of .* Next: charter generate/)
}, 360_000)
