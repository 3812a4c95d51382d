import { all, keep, look } from '../actions.ts'
import {
  country,
  currency,
  email,
  moment,
  momentMaybe,
  money,
  name,
  note,
  now,
  number,
  phone,
  weight,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Containers over sea and land. */
export const freight = defineTopic({
  name: 'freight',
  cues: [
    'freight',
    'freight forwarding',
    'freight forwarder',
    'ocean freight',
    'air freight',
    'container',
    'shipping container',
    'container terminal',
    'bill of lading',
    'vessel',
    'voyage',
    'cargo',
    'port terminal',
  ],
  entities: [
    {
      name: 'Port',
      aliases: ['Harbour', 'Terminal', 'Seaport'],
      description: 'Where ships are loaded and unloaded.',
      fields: {
        code: { type: 'text', pattern: '[A-Z]{2}[A-Z0-9]{3}', unique: true },
        name,
        country,
        timeZone: { type: 'text', length: '1..60', default: 'UTC' },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Voyage',
      aliases: ['Sailing', 'VesselVoyage'],
      description: 'One journey of one ship.',
      fields: {
        number,
        vesselName: name,
        departsAt: moment,
        arrivesAt: moment,
        state: { type: 'enum', values: ['scheduled', 'departed', 'arrived', 'cancelled'], default: 'scheduled' },
      },
      references: { origin: { one: 'Port' }, destination: { one: 'Port' } },
      checks: { arrivesAfterDeparture: { rule: 'arrivesAt > departsAt', message: 'A ship arrives after it departs.' } },
    },
    {
      name: 'ForwardingCustomer',
      aliases: ['Customer', 'Consignee', 'Client'],
      description: 'Whose freight it is.',
      fields: { number, name, email, phone, country },
      references: {},
    },
    {
      name: 'FreightBooking',
      aliases: ['Booking', 'CargoBooking', 'FreightOrder', 'BillOfLading'],
      description: 'Room for freight on a voyage.',
      fields: {
        number,
        commodity: name,
        weight,
        price: money,
        currency,
        incoterm: { type: 'enum', values: ['EXW', 'FCA', 'FOB', 'CIF', 'DAP', 'DDP'], default: 'FOB' },
        state: {
          type: 'enum',
          values: ['requested', 'confirmed', 'loaded', 'delivered', 'cancelled'],
          default: 'requested',
        },
        bookedAt: now,
      },
      references: { forwardingCustomer: { one: 'ForwardingCustomer' }, voyage: { one: 'Voyage' } },
    },
    {
      name: 'Container',
      aliases: ['ShippingContainer', 'CargoUnit'],
      description: 'A box that freight travels in.',
      fields: {
        containerNumber: { type: 'text', pattern: '[A-Z]{4}\\d{7}', unique: true },
        kind: { type: 'enum', values: ['dry20', 'dry40', 'highCube40', 'reefer', 'tank'], default: 'dry40' },
        sealNumber: { type: 'text', length: '1..20', optional: true },
        grossWeight: weight,
        loadedAt: momentMaybe,
        note,
      },
      references: { freightBooking: { one: 'FreightBooking' } },
    },
  ],
  roles: [
    {
      name: 'forwarder',
      allow: [
        { on: ['Port', 'Voyage', 'Container'], do: all },
        {
          on: ['ForwardingCustomer', 'FreightBooking'],
          do: [...keep, 'confirmFreightBooking', 'cancelFreightBooking'],
        },
      ],
    },
    {
      name: 'terminal-operator',
      allow: [
        { on: ['Port', 'Voyage', 'FreightBooking'], do: look },
        { on: ['Container'], do: ['read', 'update', 'list'] },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Port', 'Voyage'], do: look },
        { on: ['ForwardingCustomer'], do: ['read'], own: true },
        { on: ['FreightBooking'], do: ['create', 'read', 'list', 'cancelFreightBooking'], own: true },
        { on: ['Container'], do: look, own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'confirmFreightBooking',
      entity: 'FreightBooking',
      description: 'Agrees to carry freight.',
      input: {},
      errors: ['voyage-full', 'already-confirmed'],
    },
    {
      name: 'cancelFreightBooking',
      entity: 'FreightBooking',
      description: 'Gives a booking up.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-loaded'],
    },
  ],
})
