import type { MessagePlan } from '../transport/surface.ts'
import { addEnum, fixed, type SurfaceDraft } from './surface-draft.ts'
import { scalarNames } from './types.ts'

/** Names that messages of ours have in every package, whatever the charter says. */
export const claimShared = ({ allocation }: SurfaceDraft): void => {
  for (const name of [
    ...scalarNames,
    'NullCondition',
    'TotalSize',
    'AuditTrailEntry',
    'AuditTrailOrigin',
    'ChangeKind',
  ])
    allocation.name(`shared.${name}`, name, (spelling) => [spelling])
}

const text = { kind: 'string' } as const

const totalSize: MessagePlan = {
  name: 'TotalSize',
  shape: 'record',
  fields: [fixed(1, 'value', 'value', { kind: 'count' }), fixed(2, 'exact', 'isExact', { kind: 'bool' })],
}

/** How many rows there are, where it was asked. */
export const addTotalSize = ({ messages }: SurfaceDraft): string => {
  messages.set(totalSize.name, totalSize)
  return totalSize.name
}

/** One entry of a row's audit trail. */
export const addAuditEntry = (building: SurfaceDraft): string => {
  building.messages.set('AuditTrailOrigin', {
    name: 'AuditTrailOrigin',
    shape: 'record',
    fields: [
      { ...fixed(1, 'address', 'address', text), isNullable: true },
      fixed(2, 'request_id', 'requestId', text),
      fixed(3, 'style', 'style', text),
    ],
  })
  building.messages.set('AuditTrailEntry', {
    name: 'AuditTrailEntry',
    shape: 'record',
    fields: [
      fixed(1, 'id', 'id', text),
      fixed(2, 'at', 'at', { kind: 'timestamp' }),
      fixed(3, 'operation', 'operation', text),
      fixed(4, 'principal', 'principal', text),
      fixed(5, 'roles', 'roles', text, 'repeated'),
      fixed(6, 'credential', 'credential', text),
      fixed(7, 'origin', 'origin', { kind: 'message', of: 'AuditTrailOrigin' }),
      fixed(8, 'outcome', 'outcome', text),
      fixed(9, 'fields', 'fields', text, 'repeated'),
      { ...fixed(10, 'rule', 'rule', text), isNullable: true },
      { ...fixed(11, 'api_key', 'apiKey', text), isNullable: true },
    ],
  })
  return 'AuditTrailEntry'
}

/** What happened to a row that is watched. */
export const addChangeKind = (building: SurfaceDraft): string =>
  addEnum(building, 'shared.ChangeKind', 'ChangeKind', ['created', 'updated', 'deleted'])
