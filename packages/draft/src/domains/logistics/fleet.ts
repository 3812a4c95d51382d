import { all, keep, look } from '../actions.ts'
import {
  day,
  dayMaybe,
  email,
  momentMaybe,
  money,
  name,
  note,
  now,
  number,
  personName,
  phone,
  title,
  today,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const vehicle = { vehicle: { one: 'Vehicle' } }
const kilometres = { type: 'int32', min: 0 }

/** Vehicles, who drives them, and what they cost. */
export const fleet = defineTopic({
  name: 'fleet',
  cues: [
    'fleet',
    'fleet management',
    'vehicle',
    'truck',
    'lorry',
    'van',
    'driver',
    'telematics',
    'vehicle tracking',
    'fuel',
    'haulage',
  ],
  entities: [
    {
      name: 'Vehicle',
      aliases: ['Truck', 'Van', 'Lorry', 'FleetVehicle'],
      description: 'Something that goods are carried in.',
      fields: {
        plate: { type: 'text', length: '1..20', unique: true },
        vin: { type: 'text', pattern: '[A-HJ-NPR-Z0-9]{17}', unique: true, optional: true },
        kind: { type: 'enum', values: ['van', 'truck', 'trailer', 'car', 'bike'], default: 'truck' },
        make: name,
        payloadKg: { type: 'int32', min: 0 },
        odometerKm: { ...kilometres, default: 0 },
        state: { type: 'enum', values: ['available', 'onTrip', 'inService', 'retired'], default: 'available' },
        inspectionDueOn: dayMaybe,
      },
      references: {},
    },
    {
      name: 'Driver',
      aliases: ['TruckDriver', 'Chauffeur'],
      description: 'A person who drives.',
      fields: {
        employeeNumber: number,
        name: personName,
        licenceNumber: { type: 'text', length: '1..40', class: 'pii', reveal: 'licence', mask: { last: 4 } },
        licenceExpiresOn: day,
        email: { ...email, optional: true },
        phone,
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'Trip',
      aliases: ['Journey', 'Haul'],
      description: 'One drive of one vehicle.',
      fields: {
        number,
        fromPlace: name,
        toPlace: name,
        startsAt: { type: 'instant' },
        endsAt: momentMaybe,
        distanceKm: { ...kilometres, optional: true },
        state: { type: 'enum', values: ['planned', 'underWay', 'completed', 'cancelled'], default: 'planned' },
      },
      references: { ...vehicle, driver: { one: 'Driver' } },
      checks: { endsAfterStart: { rule: 'endsAt >= startsAt', message: 'A trip ends after it starts.' } },
    },
    {
      name: 'FuelEntry',
      aliases: ['FuelLog', 'Refuelling', 'FuelRecord'],
      description: 'Fuel that was bought.',
      fields: {
        litres: { type: 'decimal', precision: 8, scale: 2, min: 0 },
        cost: money,
        odometerKm: kilometres,
        fuelledAt: now,
      },
      references: vehicle,
    },
    {
      name: 'ServiceRecord',
      aliases: ['VehicleService', 'VehicleMaintenance', 'MaintenanceRecord'],
      description: 'What was done to keep a vehicle on the road.',
      fields: {
        title,
        workshop: name,
        cost: money,
        odometerKm: kilometres,
        servicedOn: today,
        nextDueOn: dayMaybe,
        note,
      },
      references: vehicle,
      checks: {
        nextAfterService: { rule: 'nextDueOn > servicedOn', message: 'The next service comes after this one.' },
      },
    },
  ],
  roles: [
    {
      name: 'fleet-manager',
      allow: [
        { on: ['Vehicle', 'Driver'], do: all },
        { on: ['Trip', 'FuelEntry', 'ServiceRecord'], do: keep },
      ],
    },
    {
      name: 'dispatcher',
      allow: [
        { on: ['Vehicle', 'Driver'], do: look },
        { on: ['Trip'], do: ['create', 'read', 'update', 'list', 'completeTrip'] },
      ],
    },
    {
      name: 'driver',
      allow: [
        { on: ['Vehicle'], do: look },
        { on: ['Driver'], do: ['read'], own: true },
        { on: ['Trip'], do: ['read', 'update', 'list', 'completeTrip'], own: true },
        { on: ['FuelEntry'], do: ['create', 'read', 'list'] },
      ],
    },
  ],
  operations: [
    {
      name: 'completeTrip',
      entity: 'Trip',
      description: 'Ends a trip.',
      input: { distanceKm: kilometres },
      errors: ['already-completed'],
    },
  ],
})
