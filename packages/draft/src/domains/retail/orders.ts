import { all, look } from '../actions.ts'
import { address, count, email, money, name, note, number, personName, phone, quantity, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** A shop: what is sold to whom. */
export const orders = defineTopic({
  name: 'orders',
  cues: [
    'order',
    'order management',
    'online order',
    'sales order',
    'customer',
    'checkout',
    'shopping cart',
    'basket',
    'cart',
  ],
  entities: [
    {
      name: 'Customer',
      aliases: ['Client', 'Buyer', 'Shopper'],
      description: 'Who buys.',
      fields: { name: personName, email: { ...email, unique: true }, phone, address: { ...address, optional: true } },
      references: {},
    },
    {
      name: 'Product',
      aliases: ['Article', 'Item'],
      description: 'What is sold.',
      fields: { sku: number, name, description: note, price: money, stock: count, isActive: yes },
      references: { category: { one: 'Category', optional: true }, brand: { one: 'Brand', optional: true } },
    },
    {
      name: 'Order',
      aliases: ['Purchase', 'SalesOrder', 'CustomerOrder', 'OnlineOrder'],
      description: 'What a customer bought at one time.',
      fields: {
        number,
        placedAt: { type: 'instant', default: 'now', readOnly: true },
        state: { type: 'enum', values: ['placed', 'paid', 'shipped', 'delivered', 'cancelled'], default: 'placed' },
        shippingAddress: address,
        total: { ...money, default: '0.00' },
      },
      references: { customer: { one: 'Customer' } },
    },
    {
      name: 'OrderLine',
      aliases: ['OrderItem', 'LineItem', 'Line'],
      description: 'One product in an order, at the price of that moment.',
      fields: { quantity, unitPrice: money },
      references: { order: { one: 'Order' }, product: { one: 'Product' } },
    },
  ],
  roles: [
    {
      name: 'clerk',
      allow: [
        { on: ['Customer', 'Product', 'OrderLine'], do: all },
        { on: ['Order'], do: [...all, 'cancelOrder', 'shipOrder'] },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Product'], do: look },
        { on: ['Customer'], do: ['read', 'update'], own: true },
        { on: ['Order'], do: ['create', 'read', 'list', 'cancelOrder'], own: true },
        { on: ['OrderLine'], do: ['create', 'read', 'list'], own: true },
      ],
    },
    {
      name: 'warehouse-worker',
      allow: [
        { on: ['Product', 'OrderLine'], do: look },
        { on: ['Order'], do: ['read', 'list', 'update', 'shipOrder'] },
      ],
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
    {
      name: 'shipOrder',
      entity: 'Order',
      description: 'Notes that an order has left.',
      input: { trackingNumber: { type: 'text', length: '1..60' } },
      errors: ['not-paid', 'already-shipped'],
    },
  ],
})
