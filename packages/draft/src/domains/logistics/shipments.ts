import { all, keep, look } from '../actions.ts'
import {
  address,
  day,
  dayMaybe,
  email,
  momentMaybe,
  name,
  no,
  now,
  number,
  personName,
  phone,
  quantity,
  weight,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is sent, to whom, and where it is now. */
export const shipments = defineTopic({
  name: 'shipments',
  cues: [
    'shipment',
    'shipping',
    'parcel',
    'package tracking',
    'parcel tracking',
    'shipment tracking',
    'delivery tracking',
    'track and trace',
    'delivery',
    'courier',
    'consignment',
    'parcel service',
    'postal service',
  ],
  entities: [
    {
      name: 'Carrier',
      aliases: ['Courier', 'ShippingCompany', 'Haulier'],
      description: 'A firm that carries shipments.',
      fields: {
        code: number,
        name,
        email: { ...email, optional: true },
        phone,
        trackingUrl: { type: 'text', length: '..2000', format: 'uri', optional: true },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Shipment',
      aliases: ['Consignment', 'Delivery'],
      description: 'Goods that go from one place to another.',
      fields: {
        trackingNumber: number,
        senderName: personName,
        senderAddress: address,
        recipientName: personName,
        recipientAddress: address,
        service: { type: 'enum', values: ['economy', 'standard', 'express', 'sameDay'], default: 'standard' },
        state: {
          type: 'enum',
          values: ['created', 'pickedUp', 'inTransit', 'outForDelivery', 'delivered', 'returned', 'lost'],
          default: 'created',
        },
        weight,
        shippedOn: day,
        expectedOn: dayMaybe,
      },
      references: { carrier: { one: 'Carrier' } },
      checks: {
        expectedAfterShipped: { rule: 'expectedOn >= shippedOn', message: 'A shipment arrives after it leaves.' },
      },
    },
    {
      name: 'Package',
      aliases: ['Parcel', 'Piece', 'Colli'],
      description: 'One box of a shipment.',
      fields: {
        barcode: number,
        weight,
        lengthCm: { ...weight, scale: 1 },
        widthCm: { ...weight, scale: 1 },
        heightCm: { ...weight, scale: 1 },
        quantity,
        isFragile: no,
      },
      references: { shipment: { one: 'Shipment' } },
    },
    {
      name: 'TrackingEvent',
      aliases: ['ShipmentEvent', 'TrackingUpdate', 'StatusUpdate', 'Scan'],
      description: 'Something that happened to a shipment on its way.',
      fields: {
        kind: {
          type: 'enum',
          values: ['accepted', 'departed', 'arrived', 'outForDelivery', 'delivered', 'failed', 'returned'],
        },
        place: name,
        message: { type: 'text', length: '..300', optional: true },
        happenedAt: { ...now, max: 'now' },
      },
      references: { shipment: { one: 'Shipment' } },
    },
    {
      name: 'ProofOfDelivery',
      aliases: ['DeliveryProof', 'DeliveryConfirmation'],
      description: 'Who took a shipment, and when.',
      fields: {
        receivedBy: personName,
        receivedAt: momentMaybe,
        placeLeft: { type: 'enum', values: ['person', 'neighbour', 'locker', 'safePlace'], default: 'person' },
        signature: { type: 'bytes', length: '..1048576', class: 'pii', optional: true },
      },
      references: { shipment: { one: 'Shipment' } },
    },
  ],
  roles: [
    {
      name: 'dispatcher',
      allow: [
        { on: ['Shipment'], do: [...keep, 'cancelShipment'] },
        { on: ['Package', 'Carrier'], do: all },
        { on: ['TrackingEvent', 'ProofOfDelivery'], do: keep },
      ],
    },
    {
      name: 'driver',
      allow: [
        { on: ['Shipment', 'Package', 'Carrier'], do: look },
        { on: ['TrackingEvent', 'ProofOfDelivery'], do: ['create', 'read', 'list'] },
      ],
    },
    {
      name: 'support-agent',
      allow: [{ on: ['Shipment', 'Package', 'Carrier', 'TrackingEvent', 'ProofOfDelivery'], do: look }],
    },
  ],
  operations: [
    {
      name: 'cancelShipment',
      entity: 'Shipment',
      description: 'Stops a shipment that is not picked up yet.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-picked-up'],
    },
  ],
})
