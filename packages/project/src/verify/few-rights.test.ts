import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-few-rights-'))
afterAll(() => rmSync(folder, { recursive: true }))

const charter = (name: string, roles: string, entities: string) => `charter: 1
name: ${name}
version: 1.0.0
serves: [rest, graphql, grpc, soap, mcp]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [${roles}]
  principal: { wardId: { type: uuid, claim: ward_id } }
entities:
${entities}`

const generated = 'id: { type: uuid, default: generated }'

test.each([
  [
    'relations that lead to what may not be read, and rules that go through them',
    charter(
      'wards',
      'nurse, chief, planner',
      `  Nurse:
    key: id
    fields: { ${generated}, name: text, wardId: uuid, pay: { type: int32, reveal: pay, optional: true } }
    relations: { assignments: { many: Assignment, inverse: nurse } }
    allow:
      chief: { do: [create, read, update, delete, list] }
      planner: { do: [list], reveal: [pay] }
  Assignment:
    key: id
    fields: { ${generated}, note: { type: text, optional: true }, hours: { type: int32, optional: true } }
    relations: { nurse: { one: Nurse } }
    allow:
      chief: { do: [create, read, update, delete, list] }
      nurse: { do: [read, list, update], when: principal has wardId && resource.nurse.wardId == principal.wardId }
      planner: { do: [create, list, update] }
`,
    ),
  ],
  [
    'writers who may not read, fields that some may not write, and joining rows that are hidden',
    charter(
      'papers',
      'clerk, chief, maker',
      `  Paper:
    key: id
    fields:
      ${generated}
      title: { type: text, length: 1..400 }
      cost: { type: decimal, precision: 8, scale: 2, reveal: cost, optional: true }
      filed: { type: instant, reveal: filed, optional: true }
    relations: { owner: { one: Owner }, tags: { many: Tag, through: PaperTag } }
    allow:
      chief: { do: [create, read, update, list], reveal: [cost, filed] }
      clerk: { do: [create, update, delete] }
      maker: { do: [create, update, list], reveal: [cost] }
  Owner:
    key: id
    fields: { ${generated}, name: text }
    allow: { clerk: { do: [read, list] } }
  Tag:
    key: id
    fields: { ${generated}, word: text }
    allow: { chief: { do: [read, list] }, clerk: { do: [create] } }
  PaperTag:
    key: [paperId, tagId]
    fields: {}
    relations: { paper: { one: Paper }, tag: { one: Tag } }
    allow: { clerk: { do: [create, read, list] } }
`,
    ),
  ],
])(
  '%s: nothing else is expected of them',
  async (_, text) => {
    const file = join(folder, 'charter.yaml')
    writeFileSync(file, text)
    const report = await verify({ subject: file, writes: true })
    expect(report.failed).toEqual([])
    expect(report.passed).toBeGreaterThan(200)
  },
  720_000,
)
