import { all, keep, look } from '../actions.ts'
import {
  day,
  dayMaybe,
  email,
  moment,
  momentMaybe,
  name,
  note,
  number,
  personName,
  phone,
  title,
  today,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const machine = { machine: { one: 'Machine' } }

/** Machines, and what keeps them running. */
export const maintenance = defineTopic({
  name: 'maintenance',
  cues: [
    'maintenance',
    'equipment',
    'machinery',
    'factory machine',
    'machine maintenance',
    'asset maintenance',
    'preventive maintenance',
    'predictive maintenance',
    'maintenance order',
    'downtime',
    'plant maintenance',
    'cmms',
    'technician',
  ],
  entities: [
    {
      name: 'Machine',
      aliases: ['Equipment', 'Asset'],
      description: 'Something that makes things, and must be kept running.',
      fields: {
        assetNumber: number,
        name,
        manufacturer: { ...name, optional: true },
        serialNumber: { type: 'text', length: '1..60', optional: true },
        location: { type: 'text', length: '1..120' },
        state: { type: 'enum', values: ['running', 'idle', 'down', 'retired'], default: 'idle' },
        criticality: { type: 'enum', values: ['low', 'medium', 'high'], default: 'medium' },
        installedOn: today,
      },
      references: {},
    },
    {
      name: 'Technician',
      aliases: ['MaintenanceTechnician', 'Mechanic'],
      description: 'A person who repairs machines.',
      fields: {
        name: personName,
        email: { ...email, unique: true },
        phone,
        skill: { type: 'enum', values: ['mechanical', 'electrical', 'hydraulic', 'software'], default: 'mechanical' },
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'MaintenancePlan',
      aliases: ['MaintenanceSchedule', 'ServicePlan'],
      description: 'Work that comes again and again.',
      fields: {
        title,
        intervalDays: { type: 'int32', min: 1 },
        instructions: note,
        lastDoneOn: dayMaybe,
        nextDueOn: day,
        isActive: yes,
      },
      references: machine,
    },
    {
      name: 'MaintenanceOrder',
      aliases: ['MaintenanceTask', 'MaintenanceRequest', 'Repair', 'ServiceOrder'],
      description: 'One piece of work on one machine.',
      fields: {
        number,
        title,
        description: note,
        kind: { type: 'enum', values: ['preventive', 'corrective', 'inspection'], default: 'corrective' },
        priority: { type: 'enum', values: ['low', 'normal', 'high', 'emergency'], default: 'normal' },
        state: {
          type: 'enum',
          values: ['requested', 'scheduled', 'inProgress', 'completed', 'cancelled'],
          default: 'requested',
        },
        scheduledFor: momentMaybe,
        completedAt: momentMaybe,
      },
      references: {
        ...machine,
        technician: { one: 'Technician', optional: true },
        maintenancePlan: { one: 'MaintenancePlan', optional: true },
      },
    },
    {
      name: 'Downtime',
      aliases: ['Outage', 'Stoppage', 'DowntimeEvent'],
      description: 'A time during which a machine stood still.',
      fields: {
        reason: { type: 'enum', values: ['breakdown', 'setup', 'material', 'planned', 'other'] },
        startedAt: { ...moment, max: 'now' },
        endedAt: momentMaybe,
        note,
      },
      references: machine,
      checks: { endsAfterStart: { rule: 'endedAt >= startedAt', message: 'A machine is up again after it stopped.' } },
    },
  ],
  roles: [
    {
      name: 'maintenance-manager',
      allow: [
        { on: ['Machine', 'Technician', 'MaintenancePlan'], do: all },
        { on: ['MaintenanceOrder', 'Downtime'], do: [...keep, 'completeMaintenanceOrder'] },
      ],
    },
    {
      name: 'technician',
      allow: [
        { on: ['Machine', 'MaintenancePlan', 'MaintenanceOrder'], do: look },
        { on: ['Technician'], do: ['read'], own: true },
        { on: ['MaintenanceOrder'], do: ['update', 'completeMaintenanceOrder'] },
        { on: ['Downtime'], do: ['create', 'read', 'update', 'list'] },
      ],
    },
    {
      name: 'operator',
      allow: [
        { on: ['Machine'], do: look },
        { on: ['MaintenanceOrder', 'Downtime'], do: ['create', 'read', 'list'] },
      ],
    },
  ],
  operations: [
    {
      name: 'completeMaintenanceOrder',
      entity: 'MaintenanceOrder',
      description: 'Notes that the work is done.',
      input: { summary: { type: 'text', length: '1..2000' } },
      errors: ['already-completed'],
    },
  ],
})
