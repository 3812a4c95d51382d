import { all, keep, look } from '../actions.ts'
import {
  address,
  day,
  dayMaybe,
  email,
  momentMaybe,
  money,
  name,
  note,
  number,
  percent,
  personName,
  phone,
  today,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const year = { type: 'int32', min: 1900, max: 2200 }

/** What people owe the state, and what they paid. */
export const taxes = defineTopic({
  name: 'taxes',
  cues: [
    'tax',
    'tax return',
    'taxpayer',
    'tax filing',
    'tax assessment',
    'tax authority',
    'tax administration',
    'property tax',
    'income tax',
    'tax payment',
  ],
  entities: [
    {
      name: 'Taxpayer',
      aliases: ['TaxPayer', 'TaxableEntity'],
      description: 'Who pays taxes.',
      fields: {
        taxId: { type: 'text', length: '1..40', class: 'pii', unique: true, reveal: 'identity', mask: { last: 4 } },
        name: personName,
        kind: { type: 'enum', values: ['person', 'company', 'association'], default: 'person' },
        email: { ...email, optional: true },
        phone,
        address,
      },
      references: {},
    },
    {
      name: 'TaxType',
      aliases: ['Tax', 'TaxKind'],
      description: 'A tax, and how high it is.',
      fields: {
        code: number,
        name,
        rate: percent,
        period: { type: 'enum', values: ['month', 'quarter', 'year'], default: 'year' },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'TaxReturn',
      aliases: ['TaxDeclaration', 'TaxFiling'],
      description: 'What a taxpayer says of one year.',
      fields: {
        number,
        taxYear: year,
        declaredIncome: { ...money, class: 'pii' },
        deductions: { ...money, default: '0.00' },
        state: { type: 'enum', values: ['draft', 'filed', 'inReview', 'assessed', 'amended'], default: 'draft' },
        dueOn: day,
        filedAt: momentMaybe,
      },
      references: { taxpayer: { one: 'Taxpayer' }, taxType: { one: 'TaxType' } },
      checks: {
        deductionsWithinIncome: {
          rule: 'deductions <= declaredIncome',
          message: 'No more is deducted than was earned.',
        },
      },
    },
    {
      name: 'TaxAssessment',
      aliases: ['Assessment', 'TaxBill'],
      description: 'What is to be paid.',
      fields: {
        number,
        amount: money,
        issuedOn: today,
        dueOn: day,
        state: { type: 'enum', values: ['issued', 'paid', 'overdue', 'appealed', 'cancelled'], default: 'issued' },
        note,
      },
      references: { taxReturn: { one: 'TaxReturn' } },
      checks: { dueAfterIssue: { rule: 'dueOn >= issuedOn', message: 'A tax is due after it is assessed.' } },
    },
    {
      name: 'TaxPayment',
      aliases: ['Payment', 'TaxRefund'],
      description: 'What was paid on an assessment.',
      fields: {
        reference: number,
        amount: { ...money, min: '0.01' },
        method: { type: 'enum', values: ['bankTransfer', 'card', 'directDebit'], default: 'bankTransfer' },
        paidOn: today,
        bookedOn: dayMaybe,
      },
      references: { taxAssessment: { one: 'TaxAssessment' } },
    },
  ],
  roles: [
    {
      name: 'tax-officer',
      allow: [
        { on: ['TaxType'], do: all },
        { on: ['Taxpayer', 'TaxReturn', 'TaxAssessment', 'TaxPayment'], do: [...keep, 'assessTaxReturn'] },
      ],
    },
    {
      name: 'taxpayer',
      allow: [
        { on: ['TaxType'], do: look },
        { on: ['Taxpayer'], do: ['read', 'update'], own: true },
        { on: ['TaxReturn'], do: ['create', 'read', 'update', 'list', 'fileTaxReturn'], own: true },
        { on: ['TaxAssessment', 'TaxPayment'], do: look, own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['TaxReturn', 'TaxAssessment', 'TaxPayment'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'fileTaxReturn',
      entity: 'TaxReturn',
      description: 'Hands a return in.',
      input: {},
      errors: ['already-filed', 'incomplete'],
    },
    {
      name: 'assessTaxReturn',
      entity: 'TaxReturn',
      description: 'Says what is to be paid.',
      input: { amount: money },
      errors: ['not-filed', 'already-assessed'],
    },
  ],
})
