import { all, keep, look, trail } from '../actions.ts'
import { dayMaybe, name, no, note, now, number, personName, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is prescribed, and what is handed out. */
export const pharmacy = defineTopic({
  name: 'pharmacy',
  cues: [
    'pharmacy',
    'prescription',
    'medication',
    'medicine',
    'drug',
    'dispensing',
    'e-prescribing',
    'prescribing',
    'formulary',
    'pharmacist',
  ],
  entities: [
    {
      name: 'Medication',
      aliases: ['Drug', 'Medicine'],
      description: 'A drug that can be prescribed.',
      fields: {
        code: number,
        name,
        genericName: { ...name, optional: true },
        form: { type: 'enum', values: ['tablet', 'capsule', 'liquid', 'injection', 'cream', 'inhaler', 'patch'] },
        strength: { type: 'text', length: '1..40' },
        isControlled: no,
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Prescription',
      aliases: ['MedicationOrder', 'MedicationRequest'],
      description: 'A drug that a clinician asks for, and a pharmacist dispenses.',
      fields: {
        dose: { type: 'decimal', precision: 8, scale: 2, min: 0 },
        unit: { type: 'enum', values: ['mg', 'ml', 'tablet'], default: 'mg' },
        instructions: { type: 'text', length: '..1000', class: 'phi', optional: true },
        refills: { type: 'int32', min: 0, max: 12, default: 0 },
        state: { type: 'enum', values: ['written', 'dispensed', 'stopped'], default: 'written' },
        prescribedBy: personName,
        startsOn: today,
        endsOn: dayMaybe,
      },
      references: { patient: { one: 'Patient' }, medication: { one: 'Medication' } },
      checks: {
        endsAfterStart: { rule: 'endsOn >= startsOn', message: 'A prescription cannot end before it starts.' },
      },
    },
    {
      name: 'Dispensing',
      aliases: ['Dispense', 'MedicationDispense', 'Fill'],
      description: 'A drug handed out on a prescription.',
      fields: {
        quantity: { type: 'int32', min: 1 },
        lotNumber: { type: 'text', length: '1..40', optional: true },
        dispensedAt: now,
        dispensedBy: personName,
        note,
      },
      references: { prescription: { one: 'Prescription' } },
    },
  ],
  roles: [
    {
      name: 'clinician',
      allow: [
        { on: ['Patient', 'Prescription'], do: [...keep, 'stopPrescription'] },
        { on: ['Medication', 'Dispensing'], do: look },
      ],
    },
    {
      name: 'pharmacist',
      allow: [
        { on: ['Patient'], do: look },
        { on: ['Prescription'], do: ['read', 'list', 'update', 'dispensePrescription'] },
        { on: ['Medication'], do: all },
        { on: ['Dispensing'], do: keep },
      ],
    },
    {
      name: 'patient',
      allow: [
        { on: ['Patient', 'Prescription', 'Dispensing'], do: look, own: true },
        { on: ['Medication'], do: look },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Patient', 'Prescription', 'Dispensing'], do: trail }] },
  ],
  operations: [
    {
      name: 'dispensePrescription',
      entity: 'Prescription',
      description: 'Hands out what is prescribed.',
      input: { quantity: { type: 'int32', min: 1 } },
      errors: ['already-dispensed', 'stopped'],
    },
    {
      name: 'stopPrescription',
      entity: 'Prescription',
      description: 'Ends a prescription early.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-stopped'],
    },
  ],
})
