import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  country,
  email,
  momentMaybe,
  no,
  note,
  now,
  number,
  personName,
  phone,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const applicant = { applicant: { one: 'Applicant' } }

/** Knowing a customer before serving them. */
export const onboarding = defineTopic({
  name: 'customer-onboarding',
  cues: [
    'kyc',
    'know your customer',
    'customer onboarding',
    'client onboarding',
    'onboarding',
    'aml',
    'anti money laundering',
    'identity verification',
    'identity check',
    'customer due diligence',
    'due diligence',
    'sanction screening',
  ],
  entities: [
    {
      name: 'Applicant',
      aliases: ['Prospect', 'OnboardingCustomer', 'Customer'],
      description: 'A person who wants to become a customer.',
      fields: {
        reference: number,
        name: personName,
        birthDate,
        nationality: { ...country, class: 'pii' },
        taxId: { type: 'text', length: '1..40', class: 'pii', optional: true, reveal: 'identity', mask: { last: 4 } },
        email,
        phone,
        address,
        state: { type: 'enum', values: ['started', 'inReview', 'approved', 'rejected'], default: 'started' },
      },
      references: {},
    },
    {
      name: 'IdentityDocument',
      aliases: ['IdDocument', 'Document', 'Passport'],
      description: 'A document that proves who somebody is.',
      fields: {
        kind: { type: 'enum', values: ['passport', 'idCard', 'drivingLicence', 'residencePermit', 'proofOfAddress'] },
        documentNumber: { type: 'text', length: '1..40', class: 'pii', reveal: 'identity', mask: { last: 3 } },
        issuingCountry: country,
        expiresOn: { type: 'date', optional: true },
        state: { type: 'enum', values: ['uploaded', 'verified', 'rejected', 'expired'], default: 'uploaded' },
        uploadedAt: now,
      },
      references: applicant,
    },
    {
      name: 'ScreeningResult',
      aliases: ['Screening', 'SanctionsCheck', 'WatchlistHit', 'IdentityCheck', 'AmlCheck'],
      description: 'What a list of sanctions or politically exposed persons says.',
      fields: {
        list: { type: 'enum', values: ['sanctions', 'politicallyExposed', 'adverseMedia', 'fraud'] },
        isHit: no,
        matchScore: { type: 'decimal', precision: 5, scale: 2, min: 0, max: 100, default: '0.00' },
        resolution: { type: 'enum', values: ['open', 'falsePositive', 'confirmed'], default: 'open' },
        screenedAt: now,
        note,
      },
      references: applicant,
    },
    {
      name: 'RiskAssessment',
      aliases: ['RiskRating', 'RiskProfile', 'KycReview'],
      description: 'How much care a customer needs, and who decided.',
      fields: {
        level: { type: 'enum', values: ['low', 'medium', 'high'], default: 'medium' },
        score: { type: 'int32', min: 0, max: 100 },
        sourceOfFunds: { type: 'text', length: '..500', class: 'pii', optional: true },
        assessedBy: personName,
        assessedAt: now,
        reviewDueAt: momentMaybe,
      },
      references: applicant,
    },
  ],
  roles: [
    {
      name: 'compliance-officer',
      allow: [
        {
          on: ['Applicant', 'IdentityDocument', 'ScreeningResult', 'RiskAssessment'],
          do: [...keep, 'approveApplicant', 'rejectApplicant'],
        },
      ],
    },
    {
      name: 'onboarding-agent',
      allow: [
        { on: ['Applicant'], do: ['create', 'read', 'update', 'list'] },
        { on: ['IdentityDocument'], do: all },
        { on: ['ScreeningResult', 'RiskAssessment'], do: look },
      ],
    },
    {
      name: 'applicant',
      allow: [
        { on: ['Applicant'], do: ['read', 'update'], own: true },
        { on: ['IdentityDocument'], do: ['create', 'read', 'list'], own: true },
      ],
    },
    {
      name: 'auditor',
      allow: [{ on: ['Applicant', 'IdentityDocument', 'ScreeningResult', 'RiskAssessment'], do: ['audit'] }],
    },
  ],
  operations: [
    {
      name: 'approveApplicant',
      entity: 'Applicant',
      description: 'Takes an applicant as a customer.',
      input: {},
      errors: ['documents-missing', 'already-decided'],
    },
    {
      name: 'rejectApplicant',
      entity: 'Applicant',
      description: 'Turns an applicant away.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-decided'],
    },
  ],
})
