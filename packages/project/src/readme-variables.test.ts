import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateService, loadCharter, requireSound } from './index.ts'

const text = (field: string, more: string): string => `charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }${field} }
    allow: { clerk: { do: [create, read, update, list] } }
${more}`

/** Variables of its configuration that the README of a service names, of those that not every service reads. */
const namedFor = async (field: string, more = ''): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-readme-'))
  try {
    writeFileSync(join(folder, 'charter.yaml'), text(field, more))
    const loaded = await loadCharter(folder)
    const { files } = await generateService(requireSound(loaded), 'node', loaded)
    const readme = files.find(({ path }) => path === 'README.md')?.text ?? ''
    const [, table = ''] = /^## Configuration$([\s\S]*)/m.exec(readme) ?? []
    const names = [...table.matchAll(/`((?:FILES|JOBS_|WEBHOOKS_|AWS_ACC)[A-Z0-9_]*)`/g)].map(([, name = '']) => name)
    return [...new Set(names)].sort()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const files = ['AWS_ACCESS_KEY_ID', 'FILES', 'FILES_S3_CONDITIONAL', 'FILES_S3_ENDPOINT', 'FILES_S3_REGION']
const jobs = ['JOBS_AT_ONCE', 'JOBS_HOLD_SECONDS', 'JOBS_QUEUE']

test.each([
  ['neither', '', '', []],
  ['files, whose bytes are removed past a call', ', scan: { type: file }', '', [...files, ...jobs]],
  ['jobs', '', 'operations: { tidy: { mode: job, rights: service, every: 1 day } }\n', jobs],
  ['webhooks', '', 'webhooks: { of: [Order], roles: [clerk] }\n', [...jobs, 'WEBHOOKS_TO']],
])(
  'the README of a service names the variables of what its charter has: %s',
  async (_, field, more, named) => expect(await namedFor(field, more)).toEqual(named),
  60_000,
)
