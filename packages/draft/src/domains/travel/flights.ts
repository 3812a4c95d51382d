import { all, keep, look } from '../actions.ts'
import {
  birthDate,
  country,
  email,
  moment,
  momentMaybe,
  money,
  name,
  now,
  number,
  personName,
  phone,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Who flies from where to where. */
export const flights = defineTopic({
  name: 'flights',
  cues: [
    'flight',
    'airline',
    'airport',
    'flight booking',
    'flight reservation',
    'flight schedule',
    'passenger',
    'boarding pass',
    'air ticket',
    'air travel',
    'aviation',
  ],
  entities: [
    {
      name: 'Airport',
      aliases: ['Aerodrome'],
      description: 'Where flights begin and end.',
      fields: {
        code: { type: 'text', pattern: '[A-Z]{3}', unique: true },
        name,
        city: name,
        country,
        timeZone: { type: 'text', length: '1..60', default: 'UTC' },
      },
      references: {},
    },
    {
      name: 'Flight',
      aliases: ['FlightLeg', 'ScheduledFlight'],
      description: 'One flight on one day.',
      fields: {
        flightNumber: { type: 'text', pattern: '[A-Z0-9]{2}\\d{1,4}' },
        aircraft: { type: 'text', length: '1..40' },
        departsAt: moment,
        arrivesAt: moment,
        seats: { type: 'int32', min: 1, max: 900, default: 180 },
        gate: { type: 'text', length: '1..10', optional: true },
        state: {
          type: 'enum',
          values: ['scheduled', 'boarding', 'departed', 'arrived', 'delayed', 'cancelled'],
          default: 'scheduled',
        },
      },
      references: { origin: { one: 'Airport' }, destination: { one: 'Airport' } },
      checks: {
        arrivesAfterDeparture: { rule: 'arrivesAt > departsAt', message: 'A flight arrives after it departs.' },
      },
    },
    {
      name: 'Passenger',
      aliases: ['FlightPassenger'],
      description: 'A person who flies.',
      fields: {
        name: personName,
        birthDate,
        email: { ...email, unique: true },
        phone,
        passportNumber: { type: 'text', length: '1..40', class: 'pii', reveal: 'identity', mask: { last: 3 } },
        nationality: { ...country, class: 'pii' },
      },
      references: {},
    },
    {
      name: 'FlightBooking',
      aliases: ['Booking', 'FlightTicket', 'Ticket', 'FlightReservation', 'Reservation'],
      description: 'A seat for a passenger.',
      fields: {
        recordLocator: { type: 'text', pattern: '[A-Z0-9]{6}', unique: true },
        cabin: { type: 'enum', values: ['economy', 'premium', 'business', 'first'], default: 'economy' },
        fare: money,
        bags: { type: 'int32', min: 0, max: 10, default: 0 },
        state: { type: 'enum', values: ['held', 'ticketed', 'checkedIn', 'flown', 'cancelled'], default: 'held' },
        bookedAt: now,
      },
      references: { flight: { one: 'Flight' }, passenger: { one: 'Passenger' } },
    },
    {
      name: 'BoardingPass',
      aliases: ['BoardingCard'],
      description: 'Leave to board.',
      fields: {
        number,
        seat: { type: 'text', pattern: '\\d{1,2}[A-K]' },
        group: { type: 'int32', min: 1, max: 9, default: 1 },
        issuedAt: now,
        boardedAt: momentMaybe,
      },
      references: { flightBooking: { one: 'FlightBooking' } },
    },
  ],
  roles: [
    {
      name: 'flight-operations',
      allow: [
        { on: ['Airport', 'Flight'], do: [...all, 'delayFlight'] },
        { on: ['FlightBooking', 'BoardingPass'], do: look },
      ],
    },
    {
      name: 'booking-agent',
      allow: [
        { on: ['Airport', 'Flight'], do: look },
        {
          on: ['Passenger', 'FlightBooking', 'BoardingPass'],
          do: [...keep, 'checkInFlightBooking', 'cancelFlightBooking'],
        },
      ],
    },
    {
      name: 'passenger',
      allow: [
        { on: ['Airport', 'Flight'], do: look },
        { on: ['Passenger'], do: ['read', 'update'], own: true },
        {
          on: ['FlightBooking'],
          do: ['create', 'read', 'list', 'checkInFlightBooking', 'cancelFlightBooking'],
          own: true,
        },
        { on: ['BoardingPass'], do: look, own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'checkInFlightBooking',
      entity: 'FlightBooking',
      description: 'Checks a passenger in.',
      input: { seat: { type: 'text', length: '1..4', optional: true } },
      errors: ['too-early', 'cancelled'],
    },
    {
      name: 'cancelFlightBooking',
      entity: 'FlightBooking',
      description: 'Gives a seat up.',
      input: {},
      errors: ['already-flown'],
    },
    {
      name: 'delayFlight',
      entity: 'Flight',
      description: 'Moves a flight to later.',
      input: { departsAt: { type: 'instant' } },
      errors: ['already-departed'],
    },
  ],
})
