import { defineDomain } from '../domain.ts'

const name = { type: 'text', length: '1..120', class: 'pii' }
const patient = { patient: { one: 'Patient' } }

/** A clinic or hospital ward: patients and what is kept about their care. */
export const clinic = defineDomain({
  name: 'clinic',
  cues: /\b(?:clinic|hospital|ward|patients?|health records?|medical|surgery|practice)\b/i,
  entities: [
    {
      name: 'Patient',
      aliases: ['Client'],
      description: 'A person under care.',
      fields: {
        name,
        birthDate: { type: 'date', max: 'today', class: 'phi' },
        ssn: {
          type: 'text',
          pattern: '\\d{3}-\\d{2}-\\d{4}',
          class: 'pii',
          optional: true,
          unique: true,
          reveal: 'clinical',
          mask: { last: 4 },
        },
        email: { type: 'text', length: '..254', format: 'email', class: 'pii', optional: true },
        ward: { type: 'text', length: '1..60' },
      },
      references: {},
      collections: { records: { many: 'EhrRecord', inverse: 'patient', rest: { path: 'ehr/:id/records' } } },
    },
    {
      name: 'Prescription',
      aliases: ['Medication'],
      description: 'A drug that a clinician asks for, and a pharmacist dispenses.',
      fields: {
        drug: { type: 'text', length: '1..120' },
        dose: { type: 'decimal', precision: 8, scale: 2, min: 0 },
        unit: { type: 'enum', values: ['mg', 'ml', 'tablet'], default: 'mg' },
        state: { type: 'enum', values: ['written', 'dispensed', 'stopped'], default: 'written' },
        startsOn: { type: 'date', default: 'today' },
        endsOn: { type: 'date', optional: true },
      },
      references: patient,
      checks: {
        endsAfterStart: { rule: 'endsOn >= startsOn', message: 'A prescription cannot end before it starts.' },
      },
    },
    {
      name: 'EhrRecord',
      aliases: ['HealthRecord', 'MedicalRecord', 'ElectronicHealthRecord', 'PatientRecord'],
      description: "One entry of a patient's electronic health record.",
      fields: {
        kind: { type: 'enum', values: ['note', 'diagnosis', 'procedure', 'imaging'] },
        title: { type: 'text', length: '1..200' },
        body: { type: 'text', length: '..20000', class: 'phi', reveal: 'clinical' },
        recordedAt: { type: 'instant', max: 'now', default: 'now' },
      },
      references: patient,
    },
    {
      name: 'LabResult',
      aliases: ['LaboratoryResult', 'TestResult'],
      description: 'A measurement that the laboratory sent.',
      fields: {
        test: { type: 'text', length: '1..80' },
        value: { type: 'decimal', precision: 12, scale: 3 },
        unit: { type: 'text', length: '1..20' },
        isAbnormal: { type: 'boolean', default: false },
        takenAt: { type: 'instant', max: 'now' },
      },
      references: patient,
      rest: { path: 'labs/results' },
    },
    {
      name: 'Appointment',
      aliases: ['Visit', 'Consultation'],
      description: 'A time at which a patient is seen.',
      fields: {
        startsAt: { type: 'instant' },
        minutes: { type: 'int32', min: 5, max: 480, default: 15 },
        state: { type: 'enum', values: ['planned', 'done', 'missed', 'cancelled'], default: 'planned' },
        reason: { type: 'text', length: '..500', class: 'phi', optional: true },
      },
      references: { ...patient, doctor: { one: 'Doctor' } },
    },
    {
      name: 'Doctor',
      aliases: ['Clinician', 'Physician'],
      description: 'A person who treats patients.',
      fields: { name, speciality: { type: 'text', length: '1..80', optional: true } },
      references: {},
    },
  ],
  roles: [
    {
      name: 'clinician',
      allow: {
        Patient: { do: ['create', 'read', 'update', 'list', 'audit'] },
        Prescription: { do: ['create', 'read', 'update', 'list', 'audit'] },
        EhrRecord: { do: ['create', 'read', 'update', 'list', 'audit'] },
        LabResult: { do: ['create', 'read', 'list', 'audit'] },
        Appointment: { do: ['create', 'read', 'update', 'list', 'audit'] },
        Doctor: { do: ['read', 'list'] },
      },
    },
    {
      name: 'auditor',
      allow: {
        Patient: { do: ['audit'] },
        Prescription: { do: ['audit'] },
        EhrRecord: { do: ['audit'] },
        LabResult: { do: ['audit'] },
      },
    },
  ],
  operations: [
    {
      name: 'dischargePatient',
      entity: 'Patient',
      description: "Ends a patient's stay.",
      input: { at: { type: 'instant', max: 'now' } },
      errors: ['already-discharged'],
    },
  ],
})
