import { defineDomain } from '../domain.ts'

const all = ['create', 'read', 'update', 'delete', 'list', 'audit']
const money = { type: 'decimal', precision: 12, scale: 2, min: 0 }

/** A shop: what is sold to whom. */
export const orders = defineDomain({
  name: 'orders',
  cues: /\b(?:orders?|shop|store|webshop|e-?commerce|products?|customers?|basket|cart|invoices?)\b/i,
  entities: [
    {
      name: 'Customer',
      aliases: ['Client', 'Buyer', 'Shopper'],
      description: 'Who buys.',
      fields: {
        name: { type: 'text', length: '1..120', class: 'pii' },
        email: { type: 'text', length: '..254', format: 'email', class: 'pii', unique: true },
        phone: { type: 'text', format: 'phone', class: 'pii', optional: true },
        address: { type: 'text', length: '1..300', class: 'pii', optional: true },
      },
      references: {},
    },
    {
      name: 'Product',
      aliases: ['Article'],
      description: 'What is sold.',
      fields: {
        sku: { type: 'text', length: '1..40', unique: true },
        name: { type: 'text', length: '1..120' },
        description: { type: 'text', length: '..4000', optional: true },
        price: money,
        stock: { type: 'int32', min: 0, default: 0 },
      },
      references: {},
    },
    {
      name: 'Order',
      aliases: ['Purchase', 'SalesOrder'],
      description: 'What a customer bought at one time.',
      fields: {
        placedAt: { type: 'instant', default: 'now', readOnly: true },
        state: { type: 'enum', values: ['placed', 'paid', 'shipped', 'delivered', 'cancelled'], default: 'placed' },
        total: { ...money, default: '0.00' },
      },
      references: { customer: { one: 'Customer' } },
    },
    {
      name: 'OrderLine',
      aliases: ['OrderItem', 'LineItem', 'Line'],
      description: 'One product in an order, at the price of that moment.',
      fields: { quantity: { type: 'int32', min: 1, default: 1 }, unitPrice: money },
      references: { order: { one: 'Order' }, product: { one: 'Product' } },
    },
    {
      name: 'Invoice',
      aliases: ['Bill'],
      description: 'What is to be paid for an order.',
      fields: {
        number: { type: 'text', length: '1..40', unique: true },
        issuedOn: { type: 'date', default: 'today' },
        dueOn: { type: 'date' },
        amount: money,
        state: { type: 'enum', values: ['open', 'paid', 'overdue'], default: 'open' },
      },
      references: { order: { one: 'Order' }, customer: { one: 'Customer' } },
    },
    {
      name: 'Category',
      aliases: ['ProductCategory'],
      description: 'A group of products.',
      fields: { name: { type: 'text', length: '1..120', unique: true } },
      references: {},
    },
  ],
  roles: [
    {
      name: 'clerk',
      allow: {
        Customer: { do: all },
        Product: { do: all },
        Order: { do: all },
        OrderLine: { do: all },
        Invoice: { do: all },
        Category: { do: all },
      },
    },
    {
      name: 'customer',
      allow: {
        Product: { do: ['read', 'list'] },
        Category: { do: ['read', 'list'] },
        Customer: { do: ['read', 'update'], own: true },
        Order: { do: ['create', 'read', 'list'], own: true },
        OrderLine: { do: ['create', 'read', 'list'], own: true },
        Invoice: { do: ['read', 'list'], own: true },
      },
    },
  ],
  operations: [
    {
      name: 'cancelOrder',
      entity: 'Order',
      description: 'Cancels an order that is not shipped yet.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-shipped'],
    },
  ],
})
