import { all, keep, look, trail } from '../actions.ts'
import { day, dayMaybe, email, money, name, number, phone, quantity, today } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What care costs, and who pays for it. */
export const billing = defineTopic({
  name: 'medical-billing',
  cues: [
    'medical billing',
    'medical claim',
    'health insurance',
    'health insurance claim',
    'patient billing',
    'hospital billing',
    'charge capture',
    'health plan',
    'payer',
  ],
  entities: [
    {
      name: 'Payer',
      aliases: ['Insurer', 'HealthInsurer', 'InsuranceCompany', 'HealthPlan'],
      description: 'Who pays for care: an insurer or a public fund.',
      fields: {
        code: number,
        name,
        kind: { type: 'enum', values: ['private', 'public', 'employer', 'self'], default: 'private' },
        email: { ...email, class: 'pii', optional: true },
        phone,
      },
      references: {},
    },
    {
      name: 'MedicalClaim',
      aliases: ['Claim', 'InsuranceClaim', 'HealthClaim'],
      description: 'What is asked of a payer for the care of one patient.',
      fields: {
        number,
        serviceDate: { ...day, max: 'today' },
        diagnosisCode: { type: 'text', pattern: '[A-Z]\\d[0-9A-Z](?:\\.[0-9A-Z]{1,4})?', class: 'phi' },
        amount: money,
        approvedAmount: { ...money, optional: true },
        state: { type: 'enum', values: ['draft', 'submitted', 'approved', 'denied', 'paid'], default: 'draft' },
        submittedOn: dayMaybe,
      },
      references: { patient: { one: 'Patient' }, payer: { one: 'Payer' } },
      checks: {
        approvedWithinAmount: { rule: 'approvedAmount <= amount', message: 'No more is approved than was asked for.' },
      },
    },
    {
      name: 'Charge',
      aliases: ['ClaimLine', 'ChargeItem', 'ClaimItem'],
      description: 'One service on a claim.',
      fields: {
        procedureCode: { type: 'text', length: '1..20', class: 'phi' },
        description: { type: 'text', length: '1..300' },
        quantity,
        unitPrice: money,
      },
      references: { medicalClaim: { one: 'MedicalClaim' } },
    },
    {
      name: 'ClaimPayment',
      aliases: ['Remittance'],
      description: 'What a payer paid on a claim.',
      fields: {
        reference: number,
        amount: money,
        paidOn: today,
        method: { type: 'enum', values: ['transfer', 'cheque', 'card'], default: 'transfer' },
      },
      references: { medicalClaim: { one: 'MedicalClaim' } },
    },
  ],
  roles: [
    {
      name: 'billing-clerk',
      allow: [
        { on: ['Patient', 'MedicalClaim', 'ClaimPayment'], do: [...keep, 'submitMedicalClaim'] },
        { on: ['Payer', 'Charge'], do: all },
      ],
    },
    { name: 'clinician', allow: [{ on: ['Patient', 'MedicalClaim', 'Charge', 'Payer'], do: look }] },
    { name: 'patient', allow: [{ on: ['Patient', 'MedicalClaim', 'Charge', 'ClaimPayment'], do: look, own: true }] },
    { name: 'auditor', allow: [{ on: ['MedicalClaim', 'Charge', 'ClaimPayment'], do: trail }] },
  ],
  operations: [
    {
      name: 'submitMedicalClaim',
      entity: 'MedicalClaim',
      description: 'Sends a claim to the payer.',
      input: {},
      errors: ['already-submitted'],
    },
  ],
})
