import { keep, look } from '../actions.ts'
import { momentMaybe, money, no, note, now, number, quantity } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What customers send back, and what they get for it. */
export const returns = defineTopic({
  name: 'returns',
  cues: [
    'return api',
    'api for return',
    'returns and refunds',
    'return request',
    'returns management',
    'product return',
    'order return',
    'customer return',
    'refund',
    'rma',
    'reverse logistics',
  ],
  entities: [
    {
      name: 'ReturnRequest',
      aliases: ['Return', 'Rma', 'ReturnOrder', 'ProductReturn'],
      description: 'A customer wants to send something back.',
      fields: {
        number,
        reason: { type: 'enum', values: ['damaged', 'wrongItem', 'notAsDescribed', 'changedMind', 'other'] },
        state: {
          type: 'enum',
          values: ['requested', 'approved', 'rejected', 'received', 'closed'],
          default: 'requested',
        },
        requestedAt: now,
        receivedAt: momentMaybe,
        note,
      },
      references: { order: { one: 'Order' } },
      checks: {
        receivedAfterRequested: {
          rule: 'receivedAt >= requestedAt',
          message: 'Goods come back after that was asked for.',
        },
      },
    },
    {
      name: 'ReturnLine',
      aliases: ['ReturnItem'],
      description: 'One product that comes back.',
      fields: {
        quantity,
        condition: { type: 'enum', values: ['unopened', 'opened', 'damaged'], default: 'unopened' },
        isRestocked: no,
      },
      references: { returnRequest: { one: 'ReturnRequest' }, product: { one: 'Product' } },
    },
    {
      name: 'Refund',
      aliases: ['Reimbursement', 'CreditNote'],
      description: 'Money that a customer gets back.',
      fields: {
        reference: number,
        amount: { ...money, min: '0.01' },
        method: { type: 'enum', values: ['original', 'bankTransfer', 'storeCredit'], default: 'original' },
        state: { type: 'enum', values: ['pending', 'paid', 'failed'], default: 'pending' },
        refundedAt: momentMaybe,
      },
      references: { returnRequest: { one: 'ReturnRequest' } },
    },
  ],
  roles: [
    {
      name: 'clerk',
      allow: [
        { on: ['Customer', 'Product', 'Order'], do: keep },
        { on: ['ReturnRequest', 'ReturnLine', 'Refund'], do: [...keep, 'approveReturnRequest', 'rejectReturnRequest'] },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Product'], do: look },
        { on: ['Customer', 'Order', 'Refund'], do: look, own: true },
        { on: ['ReturnRequest', 'ReturnLine'], do: ['create', 'read', 'list'], own: true },
      ],
    },
    {
      name: 'warehouse-worker',
      allow: [
        { on: ['Product', 'Order'], do: look },
        { on: ['ReturnRequest', 'ReturnLine'], do: ['read', 'list', 'update'] },
      ],
    },
  ],
  operations: [
    {
      name: 'approveReturnRequest',
      entity: 'ReturnRequest',
      description: 'Agrees to take goods back.',
      input: {},
      errors: ['already-decided', 'too-late'],
    },
    {
      name: 'rejectReturnRequest',
      entity: 'ReturnRequest',
      description: 'Refuses to take goods back.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-decided'],
    },
  ],
})
