import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { expect, test } from 'vitest'
import { charter } from '../testing/charter.ts'

test('--state-ddl prints what the owner can make, asking no database', async () => {
  const printed = await charter(['introspect', 'postgres://nobody@127.0.0.1:1/nothing', '--state-ddl'])
  expect(printed.status).toBe(0)
  expect(printed.out).toMatch(/^BEGIN;\nCREATE SCHEMA IF NOT EXISTS "charter_state";\n/)
  expect(printed.out).not.toMatch(/^CREATE \w+ (?!IF NOT EXISTS )/m)
  expect(printed.out).toContain('-- GRANT USAGE ON SCHEMA charter_state')
  expect(printed.out.trimEnd().endsWith('COMMIT;')).toBe(true)
  const ofFile = await charter(['introspect', 'file:theirs.db', '--state-ddl'])
  expect(ofFile.out).toMatch(/^BEGIN;\nCREATE TABLE IF NOT EXISTS "_charter_audit" /)
  expect(ofFile.out).not.toContain('GRANT')
})

test('without --allow-ddl a service does not make its schema, says what it would make, and ends with 3', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-cli-ddl-'))
  const postgresql = connectors.find(({ name }) => name === 'postgresql')
  const theirs = await postgresql?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
  const file = join(folder, 'shop.yaml')
  writeFileSync(
    file,
    `charter: 1
name: shop
sources: { main: { url: ${JSON.stringify(theirs?.url)}, database: postgresql } }
state: source
access: { roles: [clerk] }
entities:
  Item: { key: id, fields: { id: int64 }, readOnly: true, allow: { clerk: { do: [audit] } } }
`,
  )
  const refused = await charter(['verify', file])
  expect(refused.status).toBe(3)
  expect(refused.err).toContain('the schema "charter_state" with the tables audit')
  expect(refused.err).toContain('--allow-ddl')
  const allowed = await charter(['verify', file, '--allow-ddl'])
  expect(allowed.err).not.toContain('--allow-ddl')
  expect((await charter(['verify', file])).err).not.toContain('--allow-ddl')
  await theirs?.remove()
  rmSync(folder, { recursive: true })
}, 180_000)
