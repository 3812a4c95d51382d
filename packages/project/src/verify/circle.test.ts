import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-circle-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('rows that refer to one another in a circle are put in, and taken away again', async () => {
  const entity = (name: string, relations: string) =>
    `  ${name}: { key: id, fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..40 } }, relations: { ${relations} }, allow: { admin: { do: [create, read, update, delete, list] } } }\n`
  writeFileSync(
    join(folder, 'charter.yaml'),
    `charter: 1\nname: league\nversion: 1.0.0\nserves: [rest]\nsources: { main: { own: sqlite } }\naccess: { accepts: [jwt], roles: [admin] }\nentities:\n${entity('Team', 'captain: { one: Player, optional: true }')}${entity('Player', 'team: { one: Team }')}`,
  )
  const report = await verify({ subject: folder, writes: true })
  expect(report.failed).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
}, 360_000)
