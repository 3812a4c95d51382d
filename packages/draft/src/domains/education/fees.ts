import { all, keep, look } from '../actions.ts'
import { currency, day, money, name, note, number, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What studying costs, and who helps to pay. */
export const fees = defineTopic({
  name: 'tuition',
  cues: [
    'tuition',
    'tuition fee',
    'school fee',
    'student fee',
    'student finance',
    'scholarship',
    'bursary',
    'student grant',
  ],
  entities: [
    {
      name: 'Fee',
      aliases: ['TuitionFee', 'SchoolFee', 'StudentFee', 'Tuition'],
      description: 'What one student is to pay.',
      fields: {
        number,
        kind: { type: 'enum', values: ['tuition', 'exam', 'housing', 'material'], default: 'tuition' },
        term: { type: 'text', length: '1..20' },
        amount: money,
        currency,
        dueOn: day,
        state: { type: 'enum', values: ['open', 'paid', 'overdue', 'waived'], default: 'open' },
      },
      references: { student: { one: 'Student' } },
    },
    {
      name: 'FeePayment',
      aliases: ['TuitionPayment', 'Payment'],
      description: 'What was paid on a fee.',
      fields: {
        reference: number,
        amount: { ...money, min: '0.01' },
        paidOn: today,
        method: { type: 'enum', values: ['card', 'bankTransfer', 'cash', 'scholarship'], default: 'bankTransfer' },
      },
      references: { fee: { one: 'Fee' } },
    },
    {
      name: 'Scholarship',
      aliases: ['Grant', 'Bursary', 'Stipend'],
      description: 'Help that students may get.',
      fields: {
        code: number,
        name,
        sponsor: { ...name, optional: true },
        amount: money,
        conditions: note,
        applyUntil: day,
        isOpen: yes,
      },
      references: {},
    },
    {
      name: 'ScholarshipAward',
      aliases: ['Award', 'GrantAward'],
      description: 'A scholarship that one student got.',
      fields: {
        amount: money,
        awardedOn: today,
        state: { type: 'enum', values: ['proposed', 'granted', 'paid', 'revoked'], default: 'proposed' },
      },
      references: { scholarship: { one: 'Scholarship' }, student: { one: 'Student' } },
    },
  ],
  roles: [
    {
      name: 'bursar',
      allow: [
        { on: ['Student', 'Fee', 'FeePayment', 'ScholarshipAward'], do: [...keep, 'waiveFee'] },
        { on: ['Scholarship'], do: all },
      ],
    },
    {
      name: 'student',
      allow: [
        { on: ['Scholarship'], do: look },
        { on: ['Student', 'Fee', 'FeePayment', 'ScholarshipAward'], do: look, own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Fee', 'FeePayment', 'ScholarshipAward'], do: [...look, 'audit'] }] },
  ],
  operations: [
    {
      name: 'waiveFee',
      entity: 'Fee',
      description: 'Lets a student off a fee.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-paid'],
    },
  ],
})
