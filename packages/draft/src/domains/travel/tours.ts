import { all, keep, look } from '../actions.ts'
import {
  birthDate,
  country,
  day,
  email,
  money,
  name,
  note,
  now,
  number,
  personName,
  phone,
  quantity,
  title,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Journeys that are led, and who comes along. */
export const tours = defineTopic({
  name: 'tours',
  cues: [
    'tour',
    'tour operator',
    'tour booking',
    'guided tour',
    'excursion',
    'travel agency',
    'itinerary',
    'sightseeing',
    'package holiday',
    'tour guide',
    'cruise',
  ],
  entities: [
    {
      name: 'Tour',
      aliases: ['Excursion', 'TravelPackage', 'PackageTour'],
      description: 'A journey on offer.',
      fields: {
        code: number,
        title,
        description: note,
        country,
        days: { type: 'int32', min: 1, max: 365, default: 1 },
        price: money,
        difficulty: { type: 'enum', values: ['easy', 'moderate', 'hard'], default: 'easy' },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'TourGuide',
      aliases: ['Guide'],
      description: 'Who leads a journey.',
      fields: {
        name: personName,
        email: { ...email, unique: true },
        phone,
        languages: { type: 'array', items: 'text' },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Departure',
      aliases: ['TourDate', 'TourDeparture'],
      description: 'A tour on one date.',
      fields: {
        startsOn: day,
        endsOn: day,
        places: { type: 'int32', min: 1, default: 20 },
        meetingPoint: name,
        state: { type: 'enum', values: ['planned', 'confirmed', 'full', 'finished', 'cancelled'], default: 'planned' },
      },
      references: { tour: { one: 'Tour' }, tourGuide: { one: 'TourGuide' } },
      checks: { endsAfterStart: { rule: 'endsOn >= startsOn', message: 'A journey ends after it starts.' } },
    },
    {
      name: 'Traveller',
      aliases: ['Traveler', 'Participant', 'Tourist'],
      description: 'Who comes along.',
      fields: {
        name: personName,
        email: { ...email, unique: true },
        phone,
        birthDate: { ...birthDate, optional: true },
        passportNumber: {
          type: 'text',
          length: '1..40',
          class: 'pii',
          optional: true,
          reveal: 'identity',
          mask: { last: 3 },
        },
      },
      references: {},
    },
    {
      name: 'TourBooking',
      aliases: ['Booking', 'TripBooking', 'Reservation'],
      description: 'Places for a traveller on a departure.',
      fields: {
        number,
        places: quantity,
        total: money,
        state: { type: 'enum', values: ['requested', 'confirmed', 'paid', 'cancelled'], default: 'requested' },
        bookedAt: now,
        note,
      },
      references: { departure: { one: 'Departure' }, traveller: { one: 'Traveller' } },
    },
  ],
  roles: [
    {
      name: 'travel-agent',
      allow: [
        { on: ['Tour', 'TourGuide', 'Departure'], do: all },
        { on: ['Traveller', 'TourBooking'], do: [...keep, 'confirmTourBooking', 'cancelTourBooking'] },
      ],
    },
    {
      name: 'tour-guide',
      allow: [
        { on: ['Tour', 'Traveller', 'TourBooking'], do: look },
        { on: ['TourGuide'], do: look },
        { on: ['Departure'], do: ['read', 'update', 'list'] },
      ],
    },
    {
      name: 'traveller',
      allow: [
        { on: ['Tour', 'Departure'], do: look },
        { on: ['Traveller'], do: ['read', 'update'], own: true },
        { on: ['TourBooking'], do: ['create', 'read', 'list', 'cancelTourBooking'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'confirmTourBooking',
      entity: 'TourBooking',
      description: 'Keeps places for good.',
      input: {},
      errors: ['departure-full'],
    },
    {
      name: 'cancelTourBooking',
      entity: 'TourBooking',
      description: 'Gives places up.',
      input: { reason: { type: 'text', length: '..500', optional: true } },
      errors: ['already-departed'],
    },
  ],
})
