import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { afterAll, expect, test } from 'vitest'
import { requireSound } from '../check.ts'
import { loadCharter } from '../load.ts'
import { scenariosFor } from './derive/index.ts'
import { seedRows } from './seed-rows.ts'
import { verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-membership-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Rows say who belongs where, who may vote on what, and each votes once. */
const binder = `charter: 1
name: binder
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt, api-key]
  roles: [owner, staff, visitor]
  tenancy: { field: companyId, claim: company }
  membership: { entity: Member, roles: grants, signedIn: visitor }
  principal: { company: { type: text, member: companyId }, branch: { type: text } }
entities:
  Company:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..80 } }
    allow:
      visitor: { do: [create] }
      owner: { do: [read, update, list], when: principal has company && resource.id == principal.company }
  Branch:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated }, town: { type: text, length: 1..80 } }
    allow: { owner: { do: [read, list, update], when: principal has branch && resource.id == principal.branch } }
  Member:
    key: id
    person: personId
    fields:
      id: { type: uuid, default: generated }
      companyId: { type: text, length: 1..40, default: tenant }
      personId: { type: text, length: 1..80, unique: true }
      grants: { type: array, items: { type: enum, values: [owner, staff] }, size: 1..5 }
    allow: { owner: { do: [create, read, update, list, delete] } }
  Seat:
    key: id
    person: personId
    fields:
      id: { type: uuid, default: generated }
      companyId: { type: text, length: 1..40, default: tenant }
      personId: { type: text, length: 1..80 }
    relations: { document: { one: Document } }
    allow: { owner: { do: [create, read, list, delete] } }
  Document:
    key: id
    fields:
      id: { type: uuid, default: generated }
      companyId: { type: text, length: 1..40, default: tenant }
      title: { type: text, length: 1..120 }
    relations: { seats: { many: Seat }, approvals: { many: Approval } }
    allow:
      owner: { do: [create, read, list, update, delete] }
      staff: { do: [read, list, update], when: principal in resource.seats }
  Approval:
    key: id
    unique: [[documentId, voter]]
    fields:
      id: { type: uuid, default: generated }
      companyId: { type: text, length: 1..40, default: tenant }
      voter: { type: text, length: 1..80, default: principal, readOnly: true }
      isFor: { type: boolean, default: true }
    relations: { document: { one: Document } }
    allow:
      staff:
        - { do: [create, read, list], when: principal in resource.document.seats }
        - { do: [delete], when: resource.voter == principal.id }
`

test('a charter whose rows say who belongs where, and who votes once, is held by the service of it', async () => {
  writeFileSync(join(folder, 'charter.yaml'), binder)
  const derived = derive(requireSound(await loadCharter(folder)), connectors)
  const ids = scenariosFor(derived, seedRows(derived.model)).map(({ id }) => id)
  for (const id of [
    'sign-in.good',
    'sign-in.kinds',
    'graphql.changes.Document.ended',
    'Approval.idempotency.replay',
    'Branch.read.mine.owner',
  ])
    expect(ids).toContain(id)
  const report = await verify({ subject: folder, writes: true })
  expect(report.failed.map(({ id, step, mismatches }) => ({ id, step, mismatches }))).toEqual([])
  expect(report.passed).toBeGreaterThan(500)
}, 720_000)
