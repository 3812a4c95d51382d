import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  day,
  dayMaybe,
  email,
  money,
  note,
  number,
  personName,
  phone,
  today,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Policies, what is paid for them, and what is claimed. */
export const insurance = defineTopic({
  name: 'insurance',
  cues: [
    'insurance',
    'insurance policy',
    'policy administration',
    'policyholder',
    'insurance claim',
    'claim',
    'claim handling',
    'claims management',
    'underwriting',
    'premium',
    'insurer',
  ],
  entities: [
    {
      name: 'Policyholder',
      aliases: ['Insured', 'PolicyHolder', 'Customer', 'Client'],
      description: 'Who is insured.',
      fields: {
        customerNumber: number,
        name: personName,
        birthDate: { ...birthDate, optional: true },
        email,
        phone,
        address,
      },
      references: {},
    },
    {
      name: 'Policy',
      aliases: ['InsurancePolicy', 'InsuranceContract'],
      description: 'What is insured, for how much, and until when.',
      fields: {
        policyNumber: number,
        kind: { type: 'enum', values: ['motor', 'home', 'life', 'health', 'liability', 'travel'] },
        sumInsured: money,
        annualPremium: money,
        deductible: { ...money, default: '0.00' },
        state: { type: 'enum', values: ['quoted', 'active', 'lapsed', 'cancelled', 'expired'], default: 'quoted' },
        startsOn: today,
        endsOn: day,
      },
      references: { policyholder: { one: 'Policyholder' } },
      checks: { endsAfterStart: { rule: 'endsOn > startsOn', message: 'A policy ends after it starts.' } },
    },
    {
      name: 'Claim',
      aliases: ['InsuranceClaim', 'Loss'],
      description: 'A loss that is to be paid under a policy.',
      fields: {
        claimNumber: number,
        occurredOn: { ...day, max: 'today' },
        description: { type: 'text', length: '1..4000' },
        claimedAmount: money,
        approvedAmount: { ...money, optional: true },
        state: { type: 'enum', values: ['reported', 'inReview', 'approved', 'rejected', 'paid'], default: 'reported' },
        reportedOn: today,
        note,
      },
      references: { policy: { one: 'Policy' } },
      checks: {
        reportedAfterOccurred: { rule: 'reportedOn >= occurredOn', message: 'A loss is reported after it occurred.' },
      },
    },
    {
      name: 'PremiumPayment',
      aliases: ['Premium', 'PremiumInvoice'],
      description: 'What is paid for a policy.',
      fields: {
        reference: number,
        amount: money,
        dueOn: day,
        paidOn: dayMaybe,
        state: { type: 'enum', values: ['due', 'paid', 'overdue'], default: 'due' },
      },
      references: { policy: { one: 'Policy' } },
    },
  ],
  roles: [
    {
      name: 'underwriter',
      allow: [
        { on: ['Policyholder', 'Policy'], do: [...keep, 'cancelPolicy'] },
        { on: ['PremiumPayment'], do: all },
        { on: ['Claim'], do: look },
      ],
    },
    {
      name: 'claims-handler',
      allow: [
        { on: ['Policyholder', 'Policy'], do: look },
        { on: ['Claim'], do: [...keep, 'approveClaim', 'rejectClaim'] },
      ],
    },
    {
      name: 'policyholder',
      allow: [
        { on: ['Policyholder', 'Policy', 'PremiumPayment'], do: look, own: true },
        { on: ['Claim'], do: ['create', 'read', 'list'], own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Policy', 'Claim', 'PremiumPayment'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'approveClaim',
      entity: 'Claim',
      description: 'Agrees to pay a claim.',
      input: { amount: money },
      errors: ['already-decided'],
    },
    {
      name: 'rejectClaim',
      entity: 'Claim',
      description: 'Refuses a claim.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-decided'],
    },
    {
      name: 'cancelPolicy',
      entity: 'Policy',
      description: 'Ends a policy early.',
      input: { on: { type: 'date' } },
      errors: ['already-ended'],
    },
  ],
})
