import type { EntityModel } from '@charter/runtime'
import { expect, test } from 'vitest'
import { parseCharter, toModel } from '../index.ts'
import { proposedRow } from './proposed-row.ts'

test('a row to be made has what clients may send as they send it, and the rest as the service fills it in', () => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: a
access: { tenancy: { field: office, claim: office } }
entities:
  A:
    key: id
    fields:
      id: { type: uuid, default: generated }
      office: { type: text, default: tenant }
      madeBy: { type: text, default: principal, readOnly: true }
      status: { type: enum, values: [open, closed], default: open, readOnly: true }
      mark: { type: text, optional: true, readOnly: true }
      name: { type: text, default: nameless }
      madeAt: { type: instant, default: now, readOnly: true }
      madeOn: { type: date, default: today, readOnly: true }
`,
  })
  if (!charter) throw new Error('the charter is not read')
  const model = toModel(charter, [])
  const row = { id: 'x', office: 'theirs', madeBy: 'bob', status: 'closed', mark: 'm', name: 'n' }
  const proposed = proposedRow(model, model.entities[0] as EntityModel, {
    person: 'clerk-1@development',
    row,
    claims: 1,
  })
  expect(proposed).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    office: 'tenant-2',
    madeBy: 'clerk-1@development',
    status: 'open',
    mark: null,
    name: 'n',
    madeAt: '2026-06-15T12:00:00Z',
    madeOn: '2026-06-15',
  })
})
