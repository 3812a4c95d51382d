import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  day,
  dayMaybe,
  email,
  money,
  name,
  no,
  note,
  number,
  personName,
  phone,
  title,
  today,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What the state writes down, and who may see it. */
export const publicRecords = defineTopic({
  name: 'public-records',
  cues: [
    'public record',
    'civil registry',
    'civil registration',
    'birth certificate',
    'marriage certificate',
    'vital record',
    'freedom of information',
    'foi request',
    'records request',
    'land registry',
    'population register',
    'registry office',
  ],
  entities: [
    {
      name: 'Registrant',
      aliases: ['RegisteredPerson', 'Subject'],
      description: 'A person whom a record is about.',
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
        birthPlace: { ...name, class: 'pii' },
        address: { ...address, optional: true },
      },
      references: {},
    },
    {
      name: 'PublicRecord',
      aliases: ['Record', 'RegistryEntry', 'VitalRecord'],
      description: 'One entry in a register.',
      fields: {
        recordNumber: number,
        kind: { type: 'enum', values: ['birth', 'marriage', 'death', 'property', 'company'] },
        title,
        eventDate: { ...day, max: 'today' },
        registeredOn: today,
        isSealed: no,
        state: {
          type: 'enum',
          values: ['provisional', 'registered', 'corrected', 'cancelled'],
          default: 'provisional',
        },
      },
      references: { registrant: { one: 'Registrant' } },
      checks: {
        registeredAfterEvent: {
          rule: 'registeredOn >= eventDate',
          message: 'An event is registered after it happened.',
        },
      },
    },
    {
      name: 'Certificate',
      aliases: ['BirthCertificate', 'MarriageCertificate', 'Extract'],
      description: 'A record on paper, for somebody who needs it.',
      fields: { number, issuedTo: personName, fee: money, issuedOn: today, validUntil: dayMaybe },
      references: { publicRecord: { one: 'PublicRecord' } },
      checks: {
        validAfterIssue: { rule: 'validUntil >= issuedOn', message: 'A certificate is valid after it is issued.' },
      },
    },
    {
      name: 'RecordsRequest',
      aliases: ['RecordRequest', 'FoiRequest', 'InformationRequest', 'AccessRequest'],
      description: 'Somebody wants to see a record.',
      fields: {
        number,
        requesterName: personName,
        requesterEmail: email,
        phone,
        purpose: note,
        state: {
          type: 'enum',
          values: ['received', 'inReview', 'released', 'partlyReleased', 'refused'],
          default: 'received',
        },
        receivedOn: today,
        dueOn: day,
      },
      references: { publicRecord: { one: 'PublicRecord' } },
      checks: { dueAfterReceived: { rule: 'dueOn >= receivedOn', message: 'A request is due after it is received.' } },
    },
  ],
  roles: [
    {
      name: 'registrar',
      allow: [
        { on: ['Registrant', 'PublicRecord'], do: [...keep, 'sealPublicRecord'] },
        { on: ['Certificate'], do: all },
        { on: ['RecordsRequest'], do: look },
      ],
    },
    {
      name: 'records-officer',
      allow: [
        { on: ['PublicRecord', 'Certificate'], do: look },
        { on: ['RecordsRequest'], do: [...keep, 'releaseRecordsRequest', 'refuseRecordsRequest'] },
      ],
    },
    {
      name: 'auditor',
      allow: [{ on: ['Registrant', 'PublicRecord', 'Certificate', 'RecordsRequest'], do: ['audit'] }],
    },
  ],
  operations: [
    {
      name: 'sealPublicRecord',
      entity: 'PublicRecord',
      description: 'Keeps a record from being shown.',
      input: { reason: { type: 'text', length: '1..2000' } },
      errors: ['already-sealed'],
    },
    {
      name: 'releaseRecordsRequest',
      entity: 'RecordsRequest',
      description: 'Shows a record to who asked.',
      input: {},
      errors: ['sealed', 'already-decided'],
    },
    {
      name: 'refuseRecordsRequest',
      entity: 'RecordsRequest',
      description: 'Does not show a record.',
      input: { reason: { type: 'text', length: '1..2000' } },
      errors: ['already-decided'],
    },
  ],
})
