import type { LimitsModel } from '@charter/runtime'
import { expect, test } from 'vitest'
import { auditShape } from './graphql/transport/fixed-shapes.ts'
import { addAuditEntry } from './grpc/surface/shared.ts'
import type { SurfaceDraft } from './grpc/surface/surface-draft.ts'
import { commonSchemas } from './rest/contract/common-schemas.ts'
import { auditMembers } from './soap/transport/answer.ts'

// Written down here once more: a list that contract, service and whoever judges them share cannot tell that it has lost a member.
const members = [
  'id',
  'at',
  'operation',
  'principal',
  'roles',
  'credential',
  'origin',
  'outcome',
  'fields',
  'rule',
  'apiKey',
]

test('an entry of a trail has the same members in every style', () => {
  const { AuditEntry } = commonSchemas({} as LimitsModel) as { AuditEntry: { properties: object } }
  const building = { messages: new Map() } as Pick<SurfaceDraft, 'messages'> as SurfaceDraft
  const fields = building.messages.get(addAuditEntry(building))?.fields ?? []
  expect(Object.keys(AuditEntry.properties)).toEqual(members)
  expect(auditShape.members.map(({ name }) => name)).toEqual(members)
  expect(fields.map(({ member }) => member)).toEqual(members)
  expect(auditMembers.map(({ name }) => name)).toEqual(members)
})
