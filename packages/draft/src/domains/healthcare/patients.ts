import { keep, look, trail } from '../actions.ts'
import { address, day, dayMaybe, email, name, no, note, number, personName, phone } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const patient = { patient: { one: 'Patient' } }

/** Who is under care, and what anybody who treats them must know first. */
export const patients = defineTopic({
  name: 'patients',
  cues: [
    'patient',
    'patient management',
    'patient registry',
    'patient registration',
    'patient portal',
    'patient data',
    'allergy',
    'next of kin',
  ],
  entities: [
    {
      name: 'Patient',
      aliases: ['Client', 'ServiceUser'],
      description: 'A person under care.',
      fields: {
        mrn: { ...number, class: 'pii' },
        name: personName,
        birthDate: { type: 'date', max: 'today', class: 'phi' },
        sex: { type: 'enum', values: ['female', 'male', 'other', 'unknown'], default: 'unknown', class: 'pii' },
        ssn: {
          type: 'text',
          pattern: '\\d{3}-\\d{2}-\\d{4}',
          class: 'pii',
          optional: true,
          unique: true,
          reveal: 'clinical',
          mask: { last: 4 },
        },
        email: { ...email, optional: true },
        phone,
        address: { ...address, optional: true },
        isDeceased: no,
      },
      references: {},
      collections: { records: { many: 'EhrRecord', inverse: 'patient', rest: { path: 'ehr/:id/records' } } },
    },
    {
      name: 'EmergencyContact',
      aliases: ['NextOfKin', 'ContactPerson'],
      description: 'Whom to call about a patient.',
      fields: {
        name: personName,
        relationship: { type: 'enum', values: ['spouse', 'parent', 'child', 'sibling', 'friend', 'guardian', 'other'] },
        phone: { type: 'text', format: 'phone', class: 'pii' },
        email: { ...email, optional: true },
        isPrimary: no,
      },
      references: patient,
    },
    {
      name: 'Allergy',
      aliases: ['Intolerance', 'AllergyRecord'],
      description: 'What a patient must not be given.',
      fields: {
        substance: { type: 'text', length: '1..120', class: 'phi' },
        reaction: { type: 'text', length: '..500', class: 'phi', optional: true },
        severity: { type: 'enum', values: ['mild', 'moderate', 'severe', 'lifeThreatening'], class: 'phi' },
        state: { type: 'enum', values: ['active', 'inactive', 'refuted'], default: 'active' },
        notedOn: { type: 'date', max: 'today', default: 'today' },
      },
      references: patient,
    },
    {
      name: 'Coverage',
      aliases: ['Insurance', 'HealthInsurance', 'InsuranceCoverage', 'InsurancePlan'],
      description: "A patient's health insurance.",
      fields: {
        insurer: name,
        memberNumber: { type: 'text', length: '1..40', class: 'phi' },
        planName: { ...name, optional: true },
        validFrom: day,
        validUntil: dayMaybe,
        note,
      },
      references: patient,
      checks: {
        untilAfterFrom: { rule: 'validUntil >= validFrom', message: 'A coverage cannot end before it begins.' },
      },
    },
  ],
  roles: [
    {
      name: 'clinician',
      allow: [
        { on: ['Patient', 'Allergy'], do: [...keep, 'dischargePatient'] },
        { on: ['EmergencyContact', 'Coverage'], do: look },
      ],
    },
    { name: 'receptionist', allow: [{ on: ['Patient', 'EmergencyContact', 'Coverage'], do: keep }] },
    {
      name: 'patient',
      allow: [
        { on: ['Patient', 'Allergy', 'Coverage'], do: look, own: true },
        { on: ['EmergencyContact'], do: ['create', 'read', 'update', 'list'], own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Patient', 'Allergy', 'Coverage', 'EmergencyContact'], do: trail }] },
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
