import { all, keep, look } from '../actions.ts'
import {
  address,
  day,
  dayMaybe,
  email,
  momentMaybe,
  money,
  name,
  note,
  number,
  personName,
  phone,
  title,
  today,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Leave that people ask for: to build, to sell, to park. */
export const permits = defineTopic({
  name: 'permits',
  cues: [
    'permit',
    'building permit',
    'planning permission',
    'permit application',
    'licensing',
    'business licence',
    'business license',
    'licence application',
    'license application',
    'zoning',
    'building inspection',
  ],
  entities: [
    {
      name: 'Applicant',
      aliases: ['PermitHolder', 'LicenceHolder', 'LicenseHolder'],
      description: 'Who asks for a permit.',
      fields: {
        name: personName,
        organisation: { ...name, optional: true },
        email: { ...email, unique: true },
        phone,
        address,
        nationalId: {
          type: 'text',
          length: '1..40',
          class: 'pii',
          optional: true,
          reveal: 'identity',
          mask: { last: 4 },
        },
      },
      references: {},
    },
    {
      name: 'PermitApplication',
      aliases: ['Application', 'LicenceApplication', 'LicenseApplication', 'PlanningApplication'],
      description: 'A request for a permit.',
      fields: {
        number,
        kind: {
          type: 'enum',
          values: ['building', 'business', 'event', 'parking', 'environment', 'other'],
          default: 'building',
        },
        title,
        description: note,
        siteAddress: address,
        fee: money,
        state: {
          type: 'enum',
          values: ['draft', 'submitted', 'inReview', 'approved', 'rejected', 'withdrawn'],
          default: 'draft',
        },
        submittedAt: momentMaybe,
        decidedAt: momentMaybe,
      },
      references: { applicant: { one: 'Applicant' } },
      checks: {
        decidedAfterSubmitted: {
          rule: 'decidedAt >= submittedAt',
          message: 'An application is decided after it is handed in.',
        },
      },
    },
    {
      name: 'Permit',
      aliases: ['Licence', 'License', 'BuildingPermit'],
      description: 'Leave that was given.',
      fields: {
        permitNumber: number,
        conditions: note,
        issuedOn: today,
        expiresOn: dayMaybe,
        state: { type: 'enum', values: ['valid', 'suspended', 'revoked', 'expired'], default: 'valid' },
      },
      references: { permitApplication: { one: 'PermitApplication' } },
      checks: { expiresAfterIssue: { rule: 'expiresOn > issuedOn', message: 'A permit expires after it is issued.' } },
    },
    {
      name: 'SiteInspection',
      aliases: ['Inspection', 'BuildingInspection', 'SiteVisit'],
      description: 'A look at what was permitted.',
      fields: {
        scheduledFor: day,
        inspectedBy: personName,
        result: { type: 'enum', values: ['pending', 'passed', 'failed', 'conditional'], default: 'pending' },
        findings: note,
        inspectedOn: dayMaybe,
      },
      references: { permit: { one: 'Permit' } },
    },
  ],
  roles: [
    {
      name: 'permit-officer',
      allow: [
        {
          on: ['Applicant', 'PermitApplication', 'Permit'],
          do: [...keep, 'approvePermitApplication', 'rejectPermitApplication', 'revokePermit'],
        },
        { on: ['SiteInspection'], do: all },
      ],
    },
    {
      name: 'inspector',
      allow: [
        { on: ['PermitApplication', 'Permit'], do: look },
        { on: ['SiteInspection'], do: ['create', 'read', 'update', 'list'] },
      ],
    },
    {
      name: 'applicant',
      allow: [
        { on: ['Applicant'], do: ['read', 'update'], own: true },
        { on: ['PermitApplication'], do: ['create', 'read', 'update', 'list', 'submitPermitApplication'], own: true },
        { on: ['Permit', 'SiteInspection'], do: look, own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['PermitApplication', 'Permit', 'SiteInspection'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'submitPermitApplication',
      entity: 'PermitApplication',
      description: 'Hands an application in.',
      input: {},
      errors: ['already-submitted', 'fee-open'],
    },
    {
      name: 'approvePermitApplication',
      entity: 'PermitApplication',
      description: 'Gives leave.',
      input: { conditions: { type: 'text', length: '..4000', optional: true } },
      errors: ['already-decided'],
    },
    {
      name: 'rejectPermitApplication',
      entity: 'PermitApplication',
      description: 'Refuses leave.',
      input: { reason: { type: 'text', length: '1..2000' } },
      errors: ['already-decided'],
    },
    {
      name: 'revokePermit',
      entity: 'Permit',
      description: 'Takes leave back.',
      input: { reason: { type: 'text', length: '1..2000' } },
      errors: ['already-revoked'],
    },
  ],
})
