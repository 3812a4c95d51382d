import { all, keep, look, trail } from '../actions.ts'
import { momentMaybe, name, now, number, phone, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Who lies where, and for how long. */
export const inpatient = defineTopic({
  name: 'hospital-stays',
  cues: [
    'hospital',
    'ward',
    'bed',
    'inpatient',
    'bed management',
    'bed occupancy',
    'hospital admission',
    'hospital stay',
    'patient admission',
    'nursing home',
    'care home',
  ],
  entities: [
    {
      name: 'Ward',
      aliases: ['HospitalWard', 'CareUnit', 'NursingUnit'],
      description: 'A part of a hospital with beds.',
      fields: {
        code: number,
        name,
        speciality: { type: 'text', length: '1..80', optional: true },
        floor: { type: 'int32', min: -5, max: 200, default: 0 },
        phone,
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Bed',
      aliases: ['HospitalBed'],
      description: 'A place for one patient.',
      fields: {
        number: { type: 'text', length: '1..20' },
        room: { type: 'text', length: '1..20' },
        kind: {
          type: 'enum',
          values: ['standard', 'intensive', 'isolation', 'paediatric', 'maternity'],
          default: 'standard',
        },
        state: { type: 'enum', values: ['free', 'occupied', 'cleaning', 'outOfService'], default: 'free' },
      },
      references: { ward: { one: 'Ward' } },
    },
    {
      name: 'Admission',
      aliases: ['HospitalStay', 'Stay', 'InpatientStay', 'Hospitalisation', 'Hospitalization'],
      description: 'A stay of one patient.',
      fields: {
        number,
        kind: { type: 'enum', values: ['emergency', 'elective', 'transfer', 'maternity'], default: 'elective' },
        reason: { type: 'text', length: '..1000', class: 'phi' },
        state: { type: 'enum', values: ['planned', 'admitted', 'discharged', 'cancelled'], default: 'planned' },
        admittedAt: now,
        dischargedAt: momentMaybe,
        dischargeSummary: { type: 'text', length: '..8000', class: 'phi', optional: true },
      },
      references: { patient: { one: 'Patient' }, bed: { one: 'Bed', optional: true }, doctor: { one: 'Doctor' } },
      checks: {
        dischargedAfterAdmitted: { rule: 'dischargedAt >= admittedAt', message: 'A patient leaves after they came.' },
      },
    },
  ],
  roles: [
    {
      name: 'clinician',
      allow: [
        { on: ['Patient', 'Admission'], do: [...keep, 'dischargeAdmission'] },
        { on: ['Doctor', 'Ward', 'Bed'], do: look },
      ],
    },
    {
      name: 'nurse',
      allow: [
        { on: ['Patient', 'Doctor', 'Ward'], do: look },
        { on: ['Bed', 'Admission'], do: ['read', 'update', 'list', 'transferAdmission'] },
      ],
    },
    {
      name: 'ward-manager',
      allow: [
        { on: ['Ward', 'Bed', 'Doctor'], do: all },
        { on: ['Patient', 'Admission'], do: look },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Patient', 'Admission'], do: trail }] },
  ],
  operations: [
    {
      name: 'dischargeAdmission',
      entity: 'Admission',
      description: 'Ends a stay.',
      input: { dischargedAt: { type: 'instant', max: 'now' }, summary: { type: 'text', length: '..8000' } },
      errors: ['already-discharged'],
    },
    {
      name: 'transferAdmission',
      entity: 'Admission',
      description: 'Moves a patient to another bed.',
      input: { bedId: { type: 'uuid' } },
      errors: ['bed-occupied', 'already-discharged'],
    },
  ],
})
