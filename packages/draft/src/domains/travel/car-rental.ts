import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  day,
  email,
  moment,
  momentMaybe,
  money,
  name,
  number,
  personName,
  phone,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Cars for some days. */
export const carRental = defineTopic({
  name: 'car-rental',
  cues: [
    'car rental',
    'rental car',
    'vehicle rental',
    'car hire',
    'rent a car',
    'car sharing',
    'rental agreement',
    'bike rental',
  ],
  entities: [
    {
      name: 'RentalStation',
      aliases: ['Station', 'RentalBranch', 'PickupLocation'],
      description: 'Where cars are picked up and brought back.',
      fields: { code: number, name, address, phone, isActive: yes },
      references: {},
    },
    {
      name: 'RentalCar',
      aliases: ['Car', 'Vehicle', 'RentalVehicle'],
      description: 'A car that can be rented.',
      fields: {
        plate: { type: 'text', length: '1..20', unique: true },
        model: name,
        category: { type: 'enum', values: ['small', 'medium', 'large', 'van', 'luxury'], default: 'medium' },
        dailyRate: money,
        odometerKm: { type: 'int32', min: 0, default: 0 },
        state: {
          type: 'enum',
          values: ['available', 'rented', 'cleaning', 'inService', 'retired'],
          default: 'available',
        },
      },
      references: { rentalStation: { one: 'RentalStation' } },
    },
    {
      name: 'Renter',
      aliases: ['Customer', 'RentalCustomer'],
      description: 'Who rents a car.',
      fields: {
        name: personName,
        email: { ...email, unique: true },
        phone,
        birthDate,
        licenceNumber: { type: 'text', length: '1..40', class: 'pii', reveal: 'licence', mask: { last: 4 } },
        licenceExpiresOn: day,
      },
      references: {},
    },
    {
      name: 'Rental',
      aliases: ['RentalAgreement', 'RentalContract', 'CarBooking', 'Booking'],
      description: 'One car for one renter.',
      fields: {
        number,
        pickupAt: moment,
        dueAt: moment,
        returnedAt: momentMaybe,
        total: money,
        deposit: { ...money, default: '0.00' },
        state: { type: 'enum', values: ['reserved', 'pickedUp', 'returned', 'cancelled'], default: 'reserved' },
      },
      references: { rentalCar: { one: 'RentalCar' }, renter: { one: 'Renter' } },
      checks: { dueAfterPickup: { rule: 'dueAt > pickupAt', message: 'A car comes back after it is picked up.' } },
    },
  ],
  roles: [
    {
      name: 'rental-agent',
      allow: [
        { on: ['RentalStation', 'RentalCar'], do: all },
        { on: ['Renter', 'Rental'], do: [...keep, 'returnRental', 'cancelRental'] },
      ],
    },
    {
      name: 'renter',
      allow: [
        { on: ['RentalStation', 'RentalCar'], do: look },
        { on: ['Renter'], do: ['read', 'update'], own: true },
        { on: ['Rental'], do: ['create', 'read', 'list', 'cancelRental'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'returnRental',
      entity: 'Rental',
      description: 'Takes a car back.',
      input: { odometerKm: { type: 'int32', min: 0 } },
      errors: ['already-returned'],
    },
    {
      name: 'cancelRental',
      entity: 'Rental',
      description: 'Gives a rental up.',
      input: {},
      errors: ['already-picked-up'],
    },
  ],
})
