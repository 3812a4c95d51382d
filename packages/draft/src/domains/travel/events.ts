import { all, keep, look } from '../actions.ts'
import {
  address,
  email,
  moment,
  money,
  name,
  note,
  now,
  number,
  personName,
  phone,
  title,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What takes place where, and who has a ticket. */
export const events = defineTopic({
  name: 'events',
  cues: [
    'event management',
    'event booking',
    'event ticket',
    'event ticketing',
    'ticketing',
    'ticket sale',
    'venue',
    'concert',
    'conference',
    'festival',
    'wedding',
    'banquet',
    'attendee',
  ],
  entities: [
    {
      name: 'Venue',
      aliases: ['Hall', 'EventLocation', 'EventVenue'],
      description: 'A place where events take place.',
      fields: {
        name,
        address,
        capacity: { type: 'int32', min: 1 },
        contactName: { ...personName, optional: true },
        phone,
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Event',
      aliases: ['Concert', 'Conference', 'Show'],
      description: 'Something that people come to.',
      fields: {
        title,
        description: note,
        startsAt: moment,
        endsAt: moment,
        state: { type: 'enum', values: ['draft', 'published', 'soldOut', 'finished', 'cancelled'], default: 'draft' },
      },
      references: { venue: { one: 'Venue' } },
      checks: { endsAfterStart: { rule: 'endsAt > startsAt', message: 'An event ends after it starts.' } },
    },
    {
      name: 'TicketType',
      aliases: ['TicketCategory', 'PriceCategory'],
      description: 'A kind of ticket, and what it costs.',
      fields: { name, price: money, places: { type: 'int32', min: 1 }, salesEndAt: moment, isActive: yes },
      references: { event: { one: 'Event' } },
    },
    {
      name: 'Attendee',
      aliases: ['Visitor', 'Participant'],
      description: 'A person who comes.',
      fields: {
        name: personName,
        email: { ...email, unique: true },
        phone,
        organisation: { ...name, optional: true },
        note,
      },
      references: {},
    },
    {
      name: 'EventTicket',
      aliases: ['Ticket', 'AdmissionTicket', 'EventRegistration', 'Registration'],
      description: 'A place for one attendee.',
      fields: {
        number,
        state: { type: 'enum', values: ['reserved', 'paid', 'used', 'refunded', 'cancelled'], default: 'reserved' },
        seat: { type: 'text', length: '1..20', optional: true },
        pricePaid: money,
        boughtAt: now,
      },
      references: { ticketType: { one: 'TicketType' }, attendee: { one: 'Attendee' } },
    },
  ],
  roles: [
    {
      name: 'event-manager',
      allow: [
        { on: ['Venue', 'Event', 'TicketType'], do: [...all, 'publishEvent', 'cancelEvent'] },
        { on: ['Attendee', 'EventTicket'], do: keep },
      ],
    },
    {
      name: 'box-office',
      allow: [
        { on: ['Venue', 'Event', 'TicketType'], do: look },
        { on: ['Attendee', 'EventTicket'], do: ['create', 'read', 'update', 'list'] },
      ],
    },
    {
      name: 'attendee',
      allow: [
        { on: ['Venue', 'Event', 'TicketType'], do: look },
        { on: ['Attendee'], do: ['read', 'update'], own: true },
        { on: ['EventTicket'], do: ['create', 'read', 'list'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'publishEvent',
      entity: 'Event',
      description: 'Shows an event to everybody.',
      input: {},
      errors: ['already-published'],
    },
    {
      name: 'cancelEvent',
      entity: 'Event',
      description: 'Calls an event off.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-finished'],
    },
  ],
})
