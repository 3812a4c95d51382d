import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  count,
  day,
  dayMaybe,
  email,
  momentMaybe,
  money,
  name,
  no,
  note,
  number,
  personName,
  phone,
  today,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Help that people have a right to. */
export const benefits = defineTopic({
  name: 'benefits',
  cues: [
    'benefit',
    'social benefit',
    'social welfare',
    'welfare',
    'benefit claim',
    'benefit application',
    'entitlement',
    'eligibility',
    'unemployment benefit',
    'housing benefit',
    'child benefit',
    'pension',
    'social service',
    'subsidy',
  ],
  entities: [
    {
      name: 'Claimant',
      aliases: ['Beneficiary', 'BenefitRecipient', 'Pensioner'],
      description: 'A person who asks for help.',
      fields: {
        nationalId: {
          type: 'text',
          length: '1..40',
          class: 'pii',
          unique: true,
          reveal: 'identity',
          mask: { last: 4 },
        },
        name: personName,
        birthDate,
        email: { ...email, optional: true },
        phone,
        address,
        dependants: count,
      },
      references: {},
    },
    {
      name: 'BenefitProgramme',
      aliases: ['BenefitProgram', 'Benefit', 'WelfareProgramme', 'Scheme'],
      description: 'A kind of help, and who may have it.',
      fields: {
        code: number,
        name,
        rules: note,
        monthlyAmount: money,
        incomeMax: { ...money, optional: true },
        isOpen: yes,
      },
      references: {},
    },
    {
      name: 'BenefitApplication',
      aliases: ['BenefitClaim', 'Application', 'Claim', 'WelfareApplication'],
      description: 'A request for help.',
      fields: {
        number,
        monthlyIncome: { ...money, class: 'pii' },
        circumstances: { type: 'text', length: '..4000', class: 'pii', optional: true },
        hasDisability: { ...no, class: 'phi' },
        state: {
          type: 'enum',
          values: ['submitted', 'inReview', 'granted', 'refused', 'appealed', 'ended'],
          default: 'submitted',
        },
        submittedOn: today,
        decidedAt: momentMaybe,
      },
      references: { claimant: { one: 'Claimant' }, benefitProgramme: { one: 'BenefitProgramme' } },
    },
    {
      name: 'BenefitPayment',
      aliases: ['Payment', 'PaymentOrder', 'PensionPayment'],
      description: 'Money that was paid out.',
      fields: {
        reference: number,
        amount: money,
        periodStart: day,
        periodEnd: day,
        paidOn: dayMaybe,
        state: { type: 'enum', values: ['planned', 'paid', 'returned', 'reclaimed'], default: 'planned' },
      },
      references: { benefitApplication: { one: 'BenefitApplication' } },
      checks: { endsAfterStart: { rule: 'periodEnd >= periodStart', message: 'A period ends after it starts.' } },
    },
    {
      name: 'EligibilityAssessment',
      aliases: ['Assessment', 'EligibilityCheck', 'MeansTest'],
      description: 'Whether somebody has a right to help, and why.',
      fields: {
        isEligible: no,
        reasons: { type: 'text', length: '1..4000' },
        assessedBy: personName,
        assessedOn: today,
      },
      references: { benefitApplication: { one: 'BenefitApplication' } },
    },
  ],
  roles: [
    {
      name: 'caseworker',
      allow: [
        {
          on: ['Claimant', 'BenefitApplication', 'EligibilityAssessment'],
          do: [...keep, 'grantBenefitApplication', 'refuseBenefitApplication'],
        },
        { on: ['BenefitProgramme', 'BenefitPayment'], do: look },
      ],
    },
    {
      name: 'programme-manager',
      allow: [
        { on: ['BenefitProgramme'], do: all },
        { on: ['BenefitPayment'], do: keep },
        { on: ['BenefitApplication'], do: look },
      ],
    },
    {
      name: 'claimant',
      allow: [
        { on: ['BenefitProgramme'], do: look },
        { on: ['Claimant'], do: ['read', 'update'], own: true },
        { on: ['BenefitApplication'], do: ['create', 'read', 'list'], own: true },
        { on: ['BenefitPayment', 'EligibilityAssessment'], do: look, own: true },
      ],
    },
    {
      name: 'auditor',
      allow: [{ on: ['BenefitApplication', 'BenefitPayment', 'EligibilityAssessment'], do: ['audit'] }],
    },
  ],
  operations: [
    {
      name: 'grantBenefitApplication',
      entity: 'BenefitApplication',
      description: 'Agrees to help.',
      input: { fromDate: { type: 'date' } },
      errors: ['already-decided'],
    },
    {
      name: 'refuseBenefitApplication',
      entity: 'BenefitApplication',
      description: 'Refuses help.',
      input: { reason: { type: 'text', length: '1..2000' } },
      errors: ['already-decided'],
    },
  ],
})
