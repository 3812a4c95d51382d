import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  dayMaybe,
  email,
  momentMaybe,
  name,
  no,
  now,
  number,
  personName,
  phone,
  title,
  today,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What citizens bring to an office, and what becomes of it. */
export const cases = defineTopic({
  name: 'citizen-cases',
  cues: [
    'citizen',
    'citizen case',
    'citizen service',
    'citizen request',
    'case management',
    'case file',
    'caseworker',
    'complaint',
    'service request',
    'ombudsman',
    'resident',
  ],
  entities: [
    {
      name: 'Citizen',
      aliases: ['Resident', 'Person', 'Constituent'],
      description: 'A person whom the office serves.',
      fields: {
        nationalId: {
          type: 'text',
          length: '1..40',
          class: 'pii',
          unique: true,
          reveal: 'identity',
          mask: { last: 4 },
        },
        name: personName,
        birthDate,
        email: { ...email, optional: true },
        phone,
        address,
        language: { type: 'text', pattern: '[a-z]{2}', default: 'en' },
      },
      references: {},
    },
    {
      name: 'Department',
      aliases: ['Office', 'Authority', 'Bureau'],
      description: 'A part of the administration.',
      fields: { code: number, name, email: { ...email, optional: true }, phone, isActive: yes },
      references: {},
    },
    {
      name: 'CitizenCase',
      aliases: ['Case', 'CaseFile', 'ServiceRequest', 'Complaint'],
      description: 'Something that a citizen asks the office to deal with.',
      fields: {
        number,
        title,
        description: { type: 'text', length: '1..8000', class: 'pii' },
        kind: { type: 'enum', values: ['request', 'complaint', 'information', 'appeal'], default: 'request' },
        priority: { type: 'enum', values: ['low', 'normal', 'high', 'urgent'], default: 'normal' },
        state: {
          type: 'enum',
          values: ['received', 'assigned', 'inProgress', 'waiting', 'resolved', 'closed'],
          default: 'received',
        },
        receivedOn: today,
        dueOn: dayMaybe,
        closedAt: momentMaybe,
      },
      references: { citizen: { one: 'Citizen' }, department: { one: 'Department' } },
      checks: { dueAfterReceived: { rule: 'dueOn >= receivedOn', message: 'A case is due after it is received.' } },
    },
    {
      name: 'CaseNote',
      aliases: ['Note', 'CaseEntry', 'CaseActivity'],
      description: 'What was done or said in a case.',
      fields: {
        text: { type: 'text', length: '1..8000', class: 'pii' },
        isInternal: no,
        writtenBy: personName,
        writtenAt: now,
      },
      references: { citizenCase: { one: 'CitizenCase' } },
    },
    {
      name: 'CaseDocument',
      aliases: ['Document', 'Attachment', 'CaseAttachment'],
      description: 'A paper in a case.',
      fields: {
        title,
        kind: { type: 'enum', values: ['form', 'letter', 'evidence', 'decision'], default: 'form' },
        link: { type: 'text', length: '..2000', format: 'uri', optional: true },
        isConfidential: no,
        receivedAt: now,
      },
      references: { citizenCase: { one: 'CitizenCase' } },
    },
  ],
  roles: [
    {
      name: 'caseworker',
      allow: [
        {
          on: ['Citizen', 'CitizenCase', 'CaseNote', 'CaseDocument'],
          do: [...keep, 'assignCitizenCase', 'closeCitizenCase'],
        },
        { on: ['Department'], do: look },
      ],
    },
    {
      name: 'department-head',
      allow: [
        { on: ['Department'], do: all },
        { on: ['Citizen', 'CaseNote', 'CaseDocument'], do: look },
        { on: ['CitizenCase'], do: [...look, 'update', 'audit', 'assignCitizenCase'] },
      ],
    },
    {
      name: 'citizen',
      allow: [
        { on: ['Department'], do: look },
        { on: ['Citizen'], do: ['read', 'update'], own: true },
        { on: ['CitizenCase', 'CaseDocument'], do: ['create', 'read', 'list'], own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['CitizenCase', 'CaseNote', 'CaseDocument'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'assignCitizenCase',
      entity: 'CitizenCase',
      description: 'Gives a case to somebody.',
      input: { to: { type: 'text', length: '1..120' } },
      errors: ['already-closed'],
    },
    {
      name: 'closeCitizenCase',
      entity: 'CitizenCase',
      description: 'Ends a case.',
      input: { outcome: { type: 'text', length: '1..2000' } },
      errors: ['already-closed'],
    },
  ],
})
