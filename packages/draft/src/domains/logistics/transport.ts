import { all, keep, look } from '../actions.ts'
import {
  address,
  day,
  email,
  moment,
  momentMaybe,
  money,
  name,
  note,
  number,
  personName,
  phone,
  weight,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Orders to carry something, and the routes on which it is done. */
export const transport = defineTopic({
  name: 'transport',
  cues: [
    'transport',
    'transportation',
    'transport order',
    'transport management',
    'transport planning',
    'route planning',
    'delivery route',
    'dispatch',
    'dispatching',
    'last mile',
    'trucking',
  ],
  entities: [
    {
      name: 'Shipper',
      aliases: ['Customer', 'Client', 'Consignor'],
      description: 'Who has something carried.',
      fields: { number, name, contactName: { ...personName, optional: true }, email, phone, address },
      references: {},
    },
    {
      name: 'TransportOrder',
      aliases: ['FreightOrder', 'Load', 'TransportRequest', 'Order'],
      description: 'Something to be carried for a shipper.',
      fields: {
        number,
        pickupAddress: address,
        deliveryAddress: address,
        pickupOn: day,
        deliverBy: day,
        weight,
        price: money,
        state: {
          type: 'enum',
          values: ['requested', 'planned', 'underWay', 'delivered', 'cancelled'],
          default: 'requested',
        },
      },
      references: { shipper: { one: 'Shipper' } },
      checks: {
        deliverAfterPickup: { rule: 'deliverBy >= pickupOn', message: 'Goods arrive after they are picked up.' },
      },
    },
    {
      name: 'Route',
      aliases: ['DeliveryRoute', 'DeliveryTour', 'TransportRoute', 'Run'],
      description: 'What one vehicle does on one day.',
      fields: {
        number,
        plannedFor: day,
        distanceKm: { type: 'int32', min: 0, default: 0 },
        state: { type: 'enum', values: ['draft', 'released', 'underWay', 'finished'], default: 'draft' },
        startedAt: momentMaybe,
        finishedAt: momentMaybe,
      },
      references: { vehicle: { one: 'Vehicle' }, driver: { one: 'Driver' } },
      checks: {
        finishedAfterStarted: { rule: 'finishedAt >= startedAt', message: 'A route finishes after it starts.' },
      },
    },
    {
      name: 'Stop',
      aliases: ['RouteStop', 'DeliveryStop', 'Waypoint'],
      description: 'Where a route picks up or delivers.',
      fields: {
        position: { type: 'int32', min: 1 },
        kind: { type: 'enum', values: ['pickup', 'delivery'], default: 'delivery' },
        contactName: { ...personName, optional: true },
        plannedAt: moment,
        arrivedAt: momentMaybe,
        state: { type: 'enum', values: ['open', 'done', 'failed'], default: 'open' },
        note,
      },
      references: { route: { one: 'Route' }, transportOrder: { one: 'TransportOrder' } },
    },
  ],
  roles: [
    {
      name: 'dispatcher',
      allow: [
        { on: ['Vehicle', 'Driver', 'Stop'], do: all },
        { on: ['Shipper', 'TransportOrder', 'Route'], do: [...keep, 'releaseRoute', 'cancelTransportOrder'] },
      ],
    },
    {
      name: 'driver',
      allow: [
        { on: ['Vehicle', 'TransportOrder'], do: look },
        { on: ['Driver'], do: ['read'], own: true },
        { on: ['Route', 'Stop'], do: ['read', 'update', 'list'], own: true },
      ],
    },
    {
      name: 'shipper',
      allow: [
        { on: ['Shipper'], do: ['read', 'update'], own: true },
        { on: ['TransportOrder'], do: ['create', 'read', 'list', 'cancelTransportOrder'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'releaseRoute',
      entity: 'Route',
      description: 'Hands a route to its driver.',
      input: {},
      errors: ['already-released'],
    },
    {
      name: 'cancelTransportOrder',
      entity: 'TransportOrder',
      description: 'Gives an order up.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-under-way'],
    },
  ],
})
