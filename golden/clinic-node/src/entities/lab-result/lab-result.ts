// Generated from the charter "clinic". What you change here is merged when generating again.

import type { EntityModel } from '../../runtime/index.ts'

/** A measurement that the laboratory sent. */
export interface LabResult {
  readonly id: string
  readonly test: string
  readonly value: string
  readonly unit: string
  readonly isAbnormal: boolean
  readonly takenAt: string
  readonly patientId: string
}

/** What a client sends to create a LabResult. */
export interface LabResultInput {
  readonly test: string
  readonly value: string
  readonly unit: string
  readonly isAbnormal?: boolean
  readonly takenAt: string
  readonly patientId: string
}

export const labResultModel: EntityModel = {
  name: 'LabResult',
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
      name: 'test',
      type: { kind: 'text', lengthMin: 1, lengthMax: 80 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'value',
      type: { kind: 'decimal', precision: 12, scale: 3 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'unit',
      type: { kind: 'text', lengthMin: 1, lengthMax: 20 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'isAbnormal',
      type: { kind: 'boolean' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'value', value: false },
    },
    {
      name: 'takenAt',
      type: { kind: 'instant', max: 'now' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
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
  description: 'A measurement that the laboratory sent.',
}
