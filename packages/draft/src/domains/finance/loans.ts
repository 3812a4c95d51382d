import { all, keep, look } from '../actions.ts'
import { address, dayMaybe, money, now, number, percent, title, today } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const months = { type: 'int32', min: 1, max: 480 }

/** Money lent: asked for, decided, paid out and paid back. */
export const loans = defineTopic({
  name: 'loans',
  cues: [
    'loan',
    'lending',
    'loan origination',
    'loan application',
    'loan servicing',
    'loan management',
    'mortgage',
    'credit application',
    'credit',
    'repayment',
    'collateral',
    'consumer credit',
    'microfinance',
  ],
  entities: [
    {
      name: 'LoanApplication',
      aliases: ['CreditApplication', 'MortgageApplication'],
      description: 'A customer asks for a loan.',
      fields: {
        number,
        amount: { ...money, min: '1.00' },
        termMonths: months,
        purpose: { type: 'enum', values: ['home', 'car', 'education', 'business', 'debt', 'other'], default: 'other' },
        annualIncome: { ...money, class: 'pii' },
        creditScore: { type: 'int32', min: 0, max: 1000, class: 'pii', optional: true },
        state: {
          type: 'enum',
          values: ['draft', 'submitted', 'inReview', 'approved', 'declined', 'withdrawn'],
          default: 'draft',
        },
        submittedAt: { type: 'instant', optional: true },
      },
      references: { customer: { one: 'Customer' } },
    },
    {
      name: 'Loan',
      aliases: ['Mortgage', 'CreditLoan', 'Credit'],
      description: 'Money lent to one customer.',
      fields: {
        number,
        principal: { ...money, min: '1.00' },
        interestRate: percent,
        termMonths: months,
        outstanding: money,
        state: {
          type: 'enum',
          values: ['approved', 'active', 'inArrears', 'repaid', 'defaulted'],
          default: 'approved',
        },
        startsOn: today,
        endsOn: dayMaybe,
      },
      references: { customer: { one: 'Customer' }, loanApplication: { one: 'LoanApplication', optional: true } },
      checks: {
        outstandingWithinPrincipal: { rule: 'outstanding <= principal', message: 'No more is owed than was lent.' },
      },
    },
    {
      name: 'Instalment',
      aliases: ['Installment', 'Repayment', 'LoanPayment', 'RepaymentSchedule'],
      description: 'One part of what is paid back.',
      fields: {
        position: { type: 'int32', min: 1 },
        dueOn: { type: 'date' },
        principalPart: money,
        interestPart: money,
        paidOn: dayMaybe,
        state: { type: 'enum', values: ['due', 'paid', 'overdue', 'waived'], default: 'due' },
      },
      references: { loan: { one: 'Loan' } },
    },
    {
      name: 'Collateral',
      aliases: ['Security', 'Guarantee'],
      description: 'What a loan is secured by.',
      fields: {
        kind: { type: 'enum', values: ['property', 'vehicle', 'deposit', 'guarantee', 'other'] },
        title,
        value: money,
        address: { ...address, optional: true },
        valuedAt: now,
      },
      references: { loan: { one: 'Loan' } },
    },
  ],
  roles: [
    {
      name: 'loan-officer',
      allow: [
        { on: ['Customer', 'LoanApplication', 'Loan'], do: [...keep, 'submitLoanApplication', 'disburseLoan'] },
        { on: ['Instalment', 'Collateral'], do: all },
      ],
    },
    {
      name: 'underwriter',
      allow: [
        { on: ['Customer', 'Loan', 'Instalment', 'Collateral'], do: look },
        { on: ['LoanApplication'], do: ['read', 'update', 'list', 'approveLoanApplication', 'declineLoanApplication'] },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Customer', 'Loan', 'Instalment'], do: look, own: true },
        { on: ['LoanApplication'], do: ['create', 'read', 'list', 'submitLoanApplication'], own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['LoanApplication', 'Loan', 'Instalment', 'Collateral'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'submitLoanApplication',
      entity: 'LoanApplication',
      description: 'Hands an application in.',
      input: {},
      errors: ['already-submitted', 'incomplete'],
    },
    {
      name: 'approveLoanApplication',
      entity: 'LoanApplication',
      description: 'Agrees to lend.',
      input: { interestRate: percent },
      errors: ['already-decided'],
    },
    {
      name: 'declineLoanApplication',
      entity: 'LoanApplication',
      description: 'Refuses to lend.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-decided'],
    },
    {
      name: 'disburseLoan',
      entity: 'Loan',
      description: 'Pays a loan out.',
      input: { on: { type: 'date' } },
      errors: ['already-disbursed'],
    },
  ],
})
