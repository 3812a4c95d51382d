// Generated from the charter "clinic". What you change here is merged when generating again.

import type { EntityModel } from '../../runtime/index.ts'

/** A drug that a clinician asks for, and a pharmacist dispenses. */
export interface Prescription {
  readonly id: string
  readonly drug: string
  readonly dose: string
  readonly unit: 'mg' | 'ml' | 'tablet'
  readonly state: 'written' | 'dispensed' | 'stopped'
  readonly startsOn: string
  readonly endsOn: string | null
  readonly patientId: string
}

/** What a client sends to create a Prescription. */
export interface PrescriptionInput {
  readonly drug: string
  readonly dose: string
  readonly unit?: 'mg' | 'ml' | 'tablet'
  readonly state?: 'written' | 'dispensed' | 'stopped'
  readonly startsOn?: string
  readonly endsOn?: string | null
  readonly patientId: string
}

export const prescriptionModel: EntityModel = {
  name: 'Prescription',
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
      name: 'drug',
      type: { kind: 'text', lengthMin: 1, lengthMax: 120 },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'dose',
      type: { kind: 'decimal', precision: 8, scale: 2, min: '0.00' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
    },
    {
      name: 'unit',
      type: { kind: 'enum', values: ['mg', 'ml', 'tablet'] },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'value', value: 'mg' },
    },
    {
      name: 'state',
      type: { kind: 'enum', values: ['written', 'dispensed', 'stopped'] },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'value', value: 'written' },
    },
    {
      name: 'startsOn',
      type: { kind: 'date' },
      isOptional: false,
      writable: 'always',
      isFilterable: true,
      isSortable: true,
      default: { kind: 'today' },
    },
    {
      name: 'endsOn',
      type: { kind: 'date' },
      isOptional: true,
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
  checks: [
    {
      name: 'endsAfterStart',
      message: 'A prescription cannot end before it starts.',
      fields: ['startsOn', 'endsOn'],
      predicate: {
        kind: 'compare',
        op: 'ge',
        left: { kind: 'field', path: ['endsOn'], type: { kind: 'date' } },
        right: { kind: 'field', path: ['startsOn'], type: { kind: 'date' } },
      },
    },
  ],
  source: 'main',
  isOwned: true,
  description: 'A drug that a clinician asks for, and a pharmacist dispenses.',
}
