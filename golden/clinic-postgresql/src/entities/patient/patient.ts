// Generated from the charter "clinic". What you change here is merged when generating again.

import type { EntityModel } from '../../runtime/index.ts'

/** A person under care. */
export interface Patient {
  readonly id: string
  readonly name: string
  readonly birthDate: string
  readonly ssn: string | null
  readonly email: string | null
  readonly ward: string
  readonly dischargedAt: string | null
  readonly createdAt: string
}

/** What a client sends to create a Patient. */
export interface PatientInput {
  readonly name: string
  readonly birthDate: string
  readonly ssn?: string | null
  readonly email?: string | null
  readonly ward: string
}

export const patientModel: EntityModel = {
  name: 'Patient',
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
      name: 'name',
      type: { kind: 'text', lengthMin: 1, lengthMax: 120 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      class: 'pii',
    },
    {
      name: 'birthDate',
      type: { kind: 'date', max: 'today' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      class: 'phi',
    },
    {
      name: 'ssn',
      type: { kind: 'text', pattern: '\\d{3}-\\d{2}-\\d{4}' },
      isOptional: true,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      class: 'pii',
      reveal: 'clinical',
      mask: { kind: 'last', keep: 4 },
    },
    {
      name: 'email',
      type: { kind: 'text', lengthMax: 254, format: 'email' },
      isOptional: true,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      class: 'pii',
    },
    {
      name: 'ward',
      type: { kind: 'text', lengthMin: 1, lengthMax: 40 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'dischargedAt',
      type: { kind: 'instant' },
      isOptional: true,
      writable: 'never',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'createdAt',
      type: { kind: 'instant' },
      isOptional: false,
      writable: 'never',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'now' },
    },
  ],
  relations: [
    {
      name: 'prescriptions',
      kind: 'many',
      target: 'Prescription',
      from: ['id'],
      to: ['patientId'],
      isOwned: false,
      isOptional: false,
    },
    {
      name: 'records',
      kind: 'many',
      target: 'EhrRecord',
      from: ['id'],
      to: ['patientId'],
      isOwned: false,
      isOptional: false,
    },
    {
      name: 'labResults',
      kind: 'many',
      target: 'LabResult',
      from: ['id'],
      to: ['patientId'],
      isOwned: false,
      isOptional: false,
    },
  ],
  offers: ['create', 'read', 'replace', 'update', 'delete', 'list', 'audit'],
  unique: [{ name: 'ssn', fields: ['ssn'] }],
  checks: [],
  source: 'main',
  isOwned: true,
  description: 'A person under care.',
}
