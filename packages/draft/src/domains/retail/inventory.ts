import { all, keep, look } from '../actions.ts'
import { address, count, day, name, note, now, number, phone, quantity, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const held = { product: { one: 'Product' }, store: { one: 'Store' } }

/** How much of what is where. */
export const inventory = defineTopic({
  name: 'inventory',
  cues: [
    'inventory',
    'stock',
    'inventory management',
    'stock management',
    'stock control',
    'stock level',
    'stock count',
    'replenishment',
    'retail chain',
    'supermarket',
    'grocery store',
    'store management',
    'stocktaking',
  ],
  entities: [
    {
      name: 'Store',
      aliases: ['Shop', 'Branch', 'Outlet', 'StockLocation', 'Warehouse', 'Location'],
      description: 'A place where products are kept or sold.',
      fields: {
        code: number,
        name,
        kind: { type: 'enum', values: ['shop', 'warehouse', 'online'], default: 'shop' },
        address: { ...address, class: 'pii', optional: true },
        phone,
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'StockLevel',
      aliases: ['Inventory', 'InventoryItem', 'InventoryLevel', 'StockItem', 'Stock'],
      description: 'How much of one product is in one place.',
      fields: { onHand: count, reserved: count, reorderPoint: count, countedOn: { ...day, optional: true } },
      references: held,
      checks: { reservedWithinStock: { rule: 'reserved <= onHand', message: 'No more is reserved than is there.' } },
    },
    {
      name: 'StockMovement',
      aliases: ['InventoryMovement', 'StockAdjustment', 'InventoryTransaction', 'StockTransfer'],
      description: 'Products that came, went or were counted.',
      fields: {
        kind: { type: 'enum', values: ['receipt', 'sale', 'return', 'transfer', 'adjustment', 'loss'] },
        quantity: { type: 'int32' },
        reason: { type: 'text', length: '..300', optional: true },
        movedAt: now,
      },
      references: held,
    },
    {
      name: 'ReplenishmentOrder',
      aliases: ['Replenishment', 'RestockOrder', 'ReorderRequest'],
      description: 'A request for more of a product.',
      fields: {
        number,
        quantity,
        state: {
          type: 'enum',
          values: ['requested', 'approved', 'ordered', 'received', 'cancelled'],
          default: 'requested',
        },
        requestedOn: today,
        expectedOn: { ...day, optional: true },
        note,
      },
      references: held,
      checks: {
        expectedAfterRequested: { rule: 'expectedOn >= requestedOn', message: 'Goods come after they are asked for.' },
      },
    },
  ],
  roles: [
    {
      name: 'store-manager',
      allow: [
        { on: ['Store', 'Product'], do: all },
        { on: ['StockLevel', 'StockMovement', 'ReplenishmentOrder'], do: [...keep, 'approveReplenishmentOrder'] },
      ],
    },
    {
      name: 'stock-clerk',
      allow: [
        { on: ['Store', 'Product'], do: look },
        { on: ['StockLevel'], do: ['read', 'list', 'update'] },
        { on: ['StockMovement', 'ReplenishmentOrder'], do: ['create', 'read', 'list'] },
      ],
    },
    { name: 'auditor', allow: [{ on: ['StockLevel', 'StockMovement'], do: [...look, 'audit'] }] },
  ],
  operations: [
    {
      name: 'approveReplenishmentOrder',
      entity: 'ReplenishmentOrder',
      description: 'Agrees to order more.',
      input: {},
      errors: ['already-decided'],
    },
  ],
})
