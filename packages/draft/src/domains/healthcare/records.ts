import { keep, look, trail } from '../actions.ts'
import { now, personName } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const patient = { patient: { one: 'Patient' } }
const encounter = { ...patient, encounter: { one: 'Encounter', optional: true } }

/** The electronic health record: what was seen, found and decided. */
export const records = defineTopic({
  name: 'health-records',
  cues: [
    'health record',
    'medical record',
    'patient record',
    'clinical record',
    'electronic health record',
    'ehr',
    'emr',
    'ehr record',
    'medical history',
    'encounter',
    'diagnosis',
    'vital sign',
    'clinical note',
  ],
  entities: [
    {
      name: 'EhrRecord',
      aliases: [
        'HealthRecord',
        'MedicalRecord',
        'ElectronicHealthRecord',
        'PatientRecord',
        'ClinicalNote',
        'ClinicalRecord',
      ],
      description: "One entry of a patient's electronic health record.",
      fields: {
        kind: { type: 'enum', values: ['note', 'diagnosis', 'procedure', 'imaging'] },
        title: { type: 'text', length: '1..200' },
        body: { type: 'text', length: '..20000', class: 'phi', reveal: 'clinical' },
        recordedAt: { type: 'instant', max: 'now', default: 'now' },
      },
      references: encounter,
    },
    {
      name: 'Encounter',
      aliases: ['Visit', 'PatientVisit', 'Episode'],
      description: 'A time during which a patient is treated.',
      fields: {
        kind: {
          type: 'enum',
          values: ['ambulatory', 'emergency', 'inpatient', 'home', 'virtual'],
          default: 'ambulatory',
        },
        state: { type: 'enum', values: ['planned', 'inProgress', 'finished', 'cancelled'], default: 'planned' },
        startedAt: now,
        endedAt: { type: 'instant', optional: true },
        attendedBy: personName,
        reason: { type: 'text', length: '..500', class: 'phi', optional: true },
      },
      references: patient,
      checks: {
        endsAfterStart: { rule: 'endedAt >= startedAt', message: 'An encounter cannot end before it starts.' },
      },
    },
    {
      name: 'Diagnosis',
      aliases: ['Condition', 'Problem'],
      description: 'What a patient is found to have.',
      fields: {
        code: { type: 'text', pattern: '[A-Z]\\d[0-9A-Z](?:\\.[0-9A-Z]{1,4})?', class: 'phi' },
        description: { type: 'text', length: '1..500', class: 'phi' },
        state: { type: 'enum', values: ['suspected', 'confirmed', 'resolved', 'ruledOut'], default: 'suspected' },
        isChronic: { type: 'boolean', default: false },
        diagnosedOn: { type: 'date', max: 'today', default: 'today' },
        resolvedOn: { type: 'date', optional: true },
      },
      references: encounter,
      checks: {
        resolvedAfterDiagnosed: {
          rule: 'resolvedOn >= diagnosedOn',
          message: 'A diagnosis is resolved after it was made.',
        },
      },
    },
    {
      name: 'VitalSign',
      aliases: ['Observation', 'Vital', 'VitalSigns'],
      description: 'A measurement taken at the bedside.',
      fields: {
        kind: {
          type: 'enum',
          values: [
            'bloodPressure',
            'heartRate',
            'temperature',
            'respiratoryRate',
            'oxygenSaturation',
            'weight',
            'height',
          ],
          class: 'phi',
        },
        value: { type: 'decimal', precision: 8, scale: 2, class: 'phi' },
        secondValue: { type: 'decimal', precision: 8, scale: 2, class: 'phi', optional: true },
        unit: { type: 'text', length: '1..20' },
        takenAt: { type: 'instant', max: 'now', default: 'now' },
      },
      references: encounter,
    },
  ],
  roles: [
    {
      name: 'clinician',
      allow: [
        { on: ['Encounter'], do: ['finishEncounter'] },
        { on: ['EhrRecord'], do: ['signEhrRecord'] },
        { on: ['Patient', 'EhrRecord', 'Encounter', 'Diagnosis', 'VitalSign'], do: keep },
      ],
    },
    {
      name: 'nurse',
      allow: [
        { on: ['Patient', 'EhrRecord', 'Encounter', 'Diagnosis'], do: look },
        { on: ['VitalSign'], do: keep },
      ],
    },
    {
      name: 'patient',
      allow: [{ on: ['Patient', 'EhrRecord', 'Encounter', 'Diagnosis', 'VitalSign'], do: look, own: true }],
    },
    { name: 'auditor', allow: [{ on: ['Patient', 'EhrRecord', 'Encounter', 'Diagnosis', 'VitalSign'], do: trail }] },
  ],
  operations: [
    {
      name: 'signEhrRecord',
      entity: 'EhrRecord',
      description: 'Signs an entry, after which it stays as it is.',
      input: {},
      errors: ['already-signed'],
    },
    {
      name: 'finishEncounter',
      entity: 'Encounter',
      description: 'Ends an encounter.',
      input: { endedAt: { type: 'instant', max: 'now' } },
      errors: ['already-finished'],
    },
  ],
})
