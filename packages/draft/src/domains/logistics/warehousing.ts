import { all, keep, look } from '../actions.ts'
import { address, count, dayMaybe, momentMaybe, name, now, number, quantity, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What lies where, what comes in, and what is picked. */
export const warehousing = defineTopic({
  name: 'warehousing',
  cues: [
    'warehouse',
    'warehousing',
    'warehouse management',
    'wms',
    'warehouse stock',
    'picking',
    'order picking',
    'put away',
    'fulfilment',
    'fulfillment',
    'distribution center',
    'distribution centre',
    'storage location',
  ],
  entities: [
    {
      name: 'Warehouse',
      aliases: ['DistributionCenter', 'DistributionCentre', 'Depot'],
      description: 'A building where goods are kept.',
      fields: { code: number, name, address, capacityPallets: count, isActive: yes },
      references: {},
    },
    {
      name: 'StorageLocation',
      aliases: ['Bin', 'Shelf', 'Rack', 'BinLocation', 'Location'],
      description: 'A place in a warehouse.',
      fields: {
        code: { type: 'text', length: '1..20' },
        zone: { type: 'text', length: '1..40' },
        kind: { type: 'enum', values: ['shelf', 'pallet', 'floor', 'cold', 'dock'], default: 'shelf' },
        capacity: { type: 'int32', min: 1, default: 1 },
        isActive: yes,
      },
      references: { warehouse: { one: 'Warehouse' } },
    },
    {
      name: 'StockItem',
      aliases: ['Stock', 'InventoryItem', 'StoredItem', 'WarehouseStock', 'Inventory'],
      description: 'How much of one article lies at one place.',
      fields: {
        sku: { type: 'text', length: '1..40' },
        name,
        onHand: count,
        reserved: count,
        lotNumber: { type: 'text', length: '1..40', optional: true },
        expiresOn: dayMaybe,
      },
      references: { storageLocation: { one: 'StorageLocation' } },
      checks: { reservedWithinStock: { rule: 'reserved <= onHand', message: 'No more is reserved than is there.' } },
    },
    {
      name: 'InboundDelivery',
      aliases: ['Receipt', 'GoodsReceipt', 'InboundShipment', 'Receiving'],
      description: 'Goods that come in.',
      fields: {
        number,
        supplier: name,
        state: { type: 'enum', values: ['announced', 'arrived', 'unloaded', 'putAway'], default: 'announced' },
        expectedAt: { type: 'instant' },
        arrivedAt: momentMaybe,
        pallets: quantity,
      },
      references: { warehouse: { one: 'Warehouse' } },
    },
    {
      name: 'PickOrder',
      aliases: ['PickList', 'PickingOrder', 'PickTask', 'OutboundOrder'],
      description: 'Goods to be taken out for one delivery.',
      fields: {
        number,
        priority: { type: 'int32', min: 1, max: 9, default: 5 },
        state: {
          type: 'enum',
          values: ['open', 'picking', 'picked', 'packed', 'shipped', 'cancelled'],
          default: 'open',
        },
        createdOn: now,
        pickedAt: momentMaybe,
      },
      references: { warehouse: { one: 'Warehouse' } },
    },
    {
      name: 'PickLine',
      aliases: ['PickItem', 'PickOrderLine'],
      description: 'One article of a pick order.',
      fields: { quantity, pickedQuantity: count },
      references: { pickOrder: { one: 'PickOrder' }, stockItem: { one: 'StockItem' } },
      checks: {
        pickedWithinOrdered: { rule: 'pickedQuantity <= quantity', message: 'No more is picked than was ordered.' },
      },
    },
  ],
  roles: [
    {
      name: 'warehouse-manager',
      allow: [
        { on: ['Warehouse', 'StorageLocation', 'PickLine'], do: all },
        { on: ['StockItem', 'InboundDelivery', 'PickOrder'], do: [...keep, 'cancelPickOrder'] },
      ],
    },
    {
      name: 'picker',
      allow: [
        { on: ['Warehouse', 'StorageLocation', 'StockItem'], do: look },
        { on: ['PickOrder', 'PickLine'], do: ['read', 'update', 'list'] },
      ],
    },
    {
      name: 'receiving-clerk',
      allow: [
        { on: ['Warehouse', 'StorageLocation'], do: look },
        { on: ['InboundDelivery', 'StockItem'], do: ['create', 'read', 'update', 'list'] },
      ],
    },
  ],
  operations: [
    {
      name: 'cancelPickOrder',
      entity: 'PickOrder',
      description: 'Gives a pick order up.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-shipped'],
    },
  ],
})
