import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { attached, makeAttached } from './testing/attached.ts'
import { call, clinician, codeOf, open } from './testing/clinic.ts'

const id = '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10'
const reader = { ...clinician, id: 'r1', roles: ['reader'] }

/** What anybody could compute of a row that they guess. */
const digestOf = (row: readonly string[]): string =>
  createHash('sha256')
    .update(row.map((value) => `=${value}`).join('\u0000'))
    .digest('base64url')
    .slice(0, 22)

test('an entity tag tells nothing of values that its reader may not see, and serves whoever may write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-version-'))
  const { url } = await makeAttached('sqlite', folder)
  const theirs = new DatabaseSync(join(folder, 'theirs.db'))
  theirs.prepare('INSERT INTO "patient" VALUES (?, ?, ?, ?)').run(id, 'Ada', 'north', '219-09-9999')
  theirs.close()
  const text = attached('sqlite', url)
    .replace(
      'ward: { type: text, length: 1..40 }\n    allow',
      'ward: { type: text, length: 1..40 }\n      secret: { type: text, length: 1..40, optional: true, reveal: clinical }\n    allow',
    )
    .replace('delete, audit] }', 'delete, audit], reveal: [clinical] }')
  const versionIn = async (data: string): Promise<string> => {
    const opened = await open({ text, url, folder: data })
    try {
      const [whole, masked] = await Promise.all(
        [clinician, reader].map((as) => opened.service.execute(call('Patient.read', as, { key: { id } }))),
      )
      const [version = '', view] = (masked?.kind === 'value' ? masked.version : '')?.split('.') ?? []
      expect([whole?.kind === 'value' && whole.version?.startsWith(`${version}.`), view]).toEqual([
        true,
        expect.any(String),
      ])
      const asked = { key: { id }, value: { name: 'Ada' }, ifMatch: [`${version}.${view}`] }
      expect(codeOf(await opened.service.execute(call('Patient.update', clinician, asked)))).toBe('ok')
      return version
    } finally {
      await opened.close()
    }
  }
  const [one, two] = [mkdtempSync(join(folder, 'a-')), mkdtempSync(join(folder, 'b-'))]
  const version = await versionIn(one)
  expect(version).not.toBe(digestOf([id, 'Ada', 'north', '219-09-9999']))
  expect(await versionIn(one)).toBe(version)
  // Another service has another secret.
  expect(await versionIn(two)).not.toBe(version)
  rmSync(folder, { recursive: true })
})
