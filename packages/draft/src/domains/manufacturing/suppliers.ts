import { all, keep, look } from '../actions.ts'
import {
  address,
  count,
  country,
  currency,
  day,
  dayMaybe,
  email,
  money,
  name,
  number,
  personName,
  phone,
  quantity,
  today,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Who delivers what, and what was ordered from them. */
export const suppliers = defineTopic({
  name: 'purchasing',
  cues: [
    'supplier',
    'vendor',
    'supplier management',
    'vendor management',
    'supply chain',
    'purchasing',
    'purchase order',
    'goods receipt',
    'raw material',
  ],
  entities: [
    {
      name: 'Supplier',
      aliases: ['Vendor'],
      description: 'A firm that parts are bought from.',
      fields: {
        number,
        name,
        contactName: { ...personName, optional: true },
        email,
        phone,
        address,
        country,
        rating: { type: 'int32', min: 1, max: 5, optional: true },
        state: { type: 'enum', values: ['prospective', 'approved', 'blocked'], default: 'prospective' },
      },
      references: {},
    },
    {
      name: 'PurchaseOrder',
      aliases: ['SupplierOrder', 'Purchase'],
      description: 'What is ordered from one supplier at one time.',
      fields: {
        number,
        orderedOn: today,
        expectedOn: day,
        currency,
        total: { ...money, default: '0.00' },
        state: { type: 'enum', values: ['draft', 'sent', 'confirmed', 'received', 'cancelled'], default: 'draft' },
      },
      references: { supplier: { one: 'Supplier' } },
      checks: {
        expectedAfterOrdered: { rule: 'expectedOn >= orderedOn', message: 'Goods come after they are ordered.' },
      },
    },
    {
      name: 'PurchaseOrderLine',
      aliases: ['PurchaseOrderItem', 'PurchaseLine'],
      description: 'One part in a purchase order, at the price agreed.',
      fields: {
        position: { type: 'int32', min: 1 },
        quantity,
        receivedQuantity: count,
        unitPrice: money,
        promisedOn: dayMaybe,
      },
      references: { purchaseOrder: { one: 'PurchaseOrder' }, part: { one: 'Part' } },
    },
    {
      name: 'GoodsReceipt',
      aliases: ['Receipt', 'IncomingDelivery'],
      description: 'What came in on a line of a purchase order.',
      fields: {
        deliveryNote: { type: 'text', length: '1..40' },
        quantity,
        receivedOn: today,
        state: { type: 'enum', values: ['accepted', 'quarantined', 'rejected'], default: 'accepted' },
      },
      references: { purchaseOrderLine: { one: 'PurchaseOrderLine' } },
    },
  ],
  roles: [
    {
      name: 'buyer',
      allow: [
        { on: ['Supplier', 'Part', 'PurchaseOrderLine'], do: all },
        { on: ['PurchaseOrder'], do: [...keep, 'sendPurchaseOrder'] },
        { on: ['GoodsReceipt'], do: look },
      ],
    },
    {
      name: 'storekeeper',
      allow: [
        { on: ['Supplier', 'Part', 'PurchaseOrder', 'PurchaseOrderLine'], do: look },
        { on: ['GoodsReceipt'], do: keep },
      ],
    },
    {
      name: 'supplier',
      allow: [
        { on: ['Supplier', 'PurchaseOrder', 'PurchaseOrderLine', 'GoodsReceipt'], do: look, own: true },
        { on: ['PurchaseOrder'], do: ['confirmPurchaseOrder'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'sendPurchaseOrder',
      entity: 'PurchaseOrder',
      description: 'Sends an order to its supplier.',
      input: {},
      errors: ['already-sent'],
    },
    {
      name: 'confirmPurchaseOrder',
      entity: 'PurchaseOrder',
      description: 'Agrees to deliver what was ordered.',
      input: { expectedOn: { type: 'date' } },
      errors: ['already-confirmed'],
    },
  ],
})
