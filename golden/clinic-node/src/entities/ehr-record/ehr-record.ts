// Generated from the charter "clinic". What you change here is merged when generating again.

import type { EntityModel } from '../../runtime/index.ts'

/** One entry of a patient's electronic health record. */
export interface EhrRecord {
  readonly id: string
  readonly kind: 'note' | 'diagnosis' | 'procedure' | 'imaging'
  readonly title: string
  readonly body: string
  readonly recordedAt: string
  readonly patientId: string
}

/** What a client sends to create an EhrRecord. */
export interface EhrRecordInput {
  readonly kind: 'note' | 'diagnosis' | 'procedure' | 'imaging'
  readonly title: string
  readonly body: string
  readonly recordedAt?: string
  readonly patientId: string
}

export const ehrRecordModel: EntityModel = {
  name: 'EhrRecord',
  key: ['id'],
  fields: [
    {
      name: 'id',
      type: { kind: 'uuid' },
      isOptional: false,
      writable: 'never',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'uuid' },
    },
    {
      name: 'kind',
      type: { kind: 'enum', values: ['note', 'diagnosis', 'procedure', 'imaging'] },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'title',
      type: { kind: 'text', lengthMin: 1, lengthMax: 200 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'body',
      type: { kind: 'text', lengthMax: 20000 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      class: 'phi',
      reveal: 'clinical',
      mask: { kind: 'hide' },
    },
    {
      name: 'recordedAt',
      type: { kind: 'instant', max: 'now' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'now' },
    },
    {
      name: 'patientId',
      type: { kind: 'uuid' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
  ],
  relations: [
    {
      name: 'patient',
      kind: 'one',
      target: 'Patient',
      from: ['patientId'],
      to: ['id'],
      isOwned: false,
      isOptional: false,
    },
  ],
  offers: ['create', 'read', 'replace', 'update', 'delete', 'list', 'audit'],
  unique: [],
  checks: [],
  source: 'main',
  isOwned: true,
  description: "One entry of a patient's electronic health record.",
}
