import { all, keep, look, trail } from '../actions.ts'
import { moment, momentMaybe, name, now, number, personName, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is asked of the laboratory, what it is given, and what it finds. */
export const laboratory = defineTopic({
  name: 'laboratory',
  cues: [
    'laboratory',
    'lab',
    'lab result',
    'lab test',
    'lab order',
    'test result',
    'laboratory result',
    'specimen',
    'pathology',
    'blood test',
  ],
  entities: [
    {
      name: 'LabTest',
      aliases: ['LaboratoryTest', 'TestType', 'Assay'],
      description: 'A test that the laboratory offers.',
      fields: {
        code: number,
        name,
        specimenKind: { type: 'enum', values: ['blood', 'urine', 'saliva', 'tissue', 'swab', 'stool'] },
        unit: { type: 'text', length: '1..20', optional: true },
        turnaroundHours: { type: 'int32', min: 1, default: 24 },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'LabOrder',
      aliases: ['LaboratoryOrder', 'TestOrder', 'TestRequest'],
      description: 'A test that a clinician asks for.',
      fields: {
        number,
        priority: { type: 'enum', values: ['routine', 'urgent', 'stat'], default: 'routine' },
        state: { type: 'enum', values: ['ordered', 'collected', 'resulted', 'cancelled'], default: 'ordered' },
        orderedBy: personName,
        orderedAt: now,
      },
      references: { patient: { one: 'Patient' }, labTest: { one: 'LabTest' } },
    },
    {
      name: 'Specimen',
      aliases: ['Sample', 'LabSample'],
      description: 'What was taken from a patient to be tested.',
      fields: {
        barcode: number,
        kind: { type: 'enum', values: ['blood', 'urine', 'saliva', 'tissue', 'swab', 'stool'] },
        collectedAt: moment,
        receivedAt: momentMaybe,
        state: { type: 'enum', values: ['collected', 'received', 'rejected', 'discarded'], default: 'collected' },
      },
      references: { labOrder: { one: 'LabOrder' } },
      checks: {
        receivedAfterCollected: {
          rule: 'receivedAt >= collectedAt',
          message: 'A specimen is received after it is collected.',
        },
      },
    },
    {
      name: 'LabResult',
      aliases: ['LaboratoryResult', 'TestResult'],
      description: 'A measurement that the laboratory sent.',
      fields: {
        test: { type: 'text', length: '1..80' },
        value: { type: 'decimal', precision: 12, scale: 3 },
        unit: { type: 'text', length: '1..20' },
        referenceRange: { type: 'text', length: '..40', optional: true },
        isAbnormal: { type: 'boolean', default: false },
        state: { type: 'enum', values: ['preliminary', 'final', 'corrected'], default: 'preliminary' },
        takenAt: { type: 'instant', max: 'now' },
      },
      references: { patient: { one: 'Patient' }, labOrder: { one: 'LabOrder', optional: true } },
      rest: { path: 'labs/results' },
    },
  ],
  roles: [
    {
      name: 'clinician',
      allow: [
        { on: ['Patient', 'LabOrder'], do: keep },
        { on: ['LabTest', 'Specimen'], do: look },
        { on: ['LabResult'], do: ['create', 'read', 'list', 'audit'] },
      ],
    },
    {
      name: 'lab-technician',
      allow: [
        { on: ['LabResult'], do: ['releaseLabResult'] },
        { on: ['Specimen'], do: ['rejectSpecimen'] },
        { on: ['LabTest'], do: all },
        { on: ['Specimen', 'LabResult'], do: keep },
        { on: ['LabOrder'], do: ['read', 'update', 'list'] },
        { on: ['Patient'], do: ['read'] },
      ],
    },
    { name: 'patient', allow: [{ on: ['Patient', 'LabOrder', 'LabResult'], do: look, own: true }] },
    { name: 'auditor', allow: [{ on: ['Patient', 'LabOrder', 'Specimen', 'LabResult'], do: trail }] },
  ],
  operations: [
    {
      name: 'rejectSpecimen',
      entity: 'Specimen',
      description: 'Refuses a specimen that cannot be tested.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-rejected'],
    },
    {
      name: 'releaseLabResult',
      entity: 'LabResult',
      description: 'Makes a result final.',
      input: {},
      errors: ['already-final'],
    },
  ],
})
