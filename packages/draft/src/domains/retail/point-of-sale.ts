import { all, look, trail } from '../actions.ts'
import { momentMaybe, money, name, no, now, number, quantity, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is sold over the counter. */
export const pointOfSale = defineTopic({
  name: 'point-of-sale',
  cues: ['point of sale', 'pos', 'pos system', 'cash register', 'cashier', 'sales receipt', 'in-store sale'],
  entities: [
    {
      name: 'Register',
      aliases: ['Till', 'CashRegister', 'Terminal'],
      description: 'A till in a store.',
      fields: { code: number, name, isOpen: no, openedAt: momentMaybe, isActive: yes },
      references: { store: { one: 'Store' } },
    },
    {
      name: 'Sale',
      aliases: ['Receipt', 'PosTransaction', 'SalesTransaction'],
      description: 'What one customer bought at a till.',
      fields: {
        receiptNumber: number,
        soldAt: now,
        total: money,
        method: { type: 'enum', values: ['cash', 'card', 'voucher', 'mobile'], default: 'card' },
        state: { type: 'enum', values: ['open', 'paid', 'voided'], default: 'open' },
      },
      references: { register: { one: 'Register' }, cashier: { one: 'Cashier' } },
    },
    {
      name: 'SaleLine',
      aliases: ['SaleItem', 'ReceiptLine'],
      description: 'One product in a sale.',
      fields: { quantity, unitPrice: money, discount: { ...money, default: '0.00' } },
      references: { sale: { one: 'Sale' }, product: { one: 'Product' } },
    },
    {
      name: 'Cashier',
      aliases: ['ShopAssistant', 'SalesAssistant'],
      description: 'Who sits at a till.',
      fields: { employeeNumber: number, name: { ...name, class: 'pii' }, isActive: yes },
      references: { store: { one: 'Store' } },
    },
  ],
  roles: [
    {
      name: 'store-manager',
      allow: [
        { on: ['Store', 'Product', 'Register', 'Cashier'], do: all },
        { on: ['Sale', 'SaleLine'], do: [...look, 'audit', 'voidSale'] },
      ],
    },
    {
      name: 'cashier',
      allow: [
        { on: ['Store', 'Product', 'Register'], do: look },
        { on: ['Cashier'], do: ['read'], own: true },
        { on: ['Sale', 'SaleLine'], do: ['create', 'read', 'update', 'list'], own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Sale', 'SaleLine'], do: trail }] },
  ],
  operations: [
    {
      name: 'voidSale',
      entity: 'Sale',
      description: 'Takes a sale back.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-voided'],
    },
  ],
})
