import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  country,
  day,
  email,
  momentMaybe,
  no,
  note,
  now,
  number,
  personName,
  phone,
  title,
  yes,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Who wants to study, and who may. */
export const admissions = defineTopic({
  name: 'admissions',
  cues: [
    'admission',
    'student admission',
    'university admission',
    'college admission',
    'university application',
    'college application',
    'school application',
    'study programme',
    'degree programme',
    'degree program',
  ],
  entities: [
    {
      name: 'Programme',
      aliases: ['Program', 'StudyProgramme', 'DegreeProgramme', 'DegreeProgram', 'Degree'],
      description: 'What can be studied.',
      fields: {
        code: number,
        title,
        level: { type: 'enum', values: ['certificate', 'bachelor', 'master', 'doctorate'], default: 'bachelor' },
        places: { type: 'int32', min: 1, default: 100 },
        applyUntil: day,
        isOpen: yes,
      },
      references: {},
    },
    {
      name: 'Applicant',
      aliases: ['Candidate', 'ProspectiveStudent'],
      description: 'A person who wants to study.',
      fields: {
        number,
        name: personName,
        email: { ...email, unique: true },
        phone,
        birthDate,
        address,
        nationality: { ...country, class: 'pii' },
      },
      references: {},
    },
    {
      name: 'Application',
      aliases: ['AdmissionApplication', 'StudyApplication', 'Admission'],
      description: 'An applicant asks for a place in a programme.',
      fields: {
        number,
        term: { type: 'text', length: '1..20' },
        statement: { type: 'text', length: '..8000', optional: true },
        state: {
          type: 'enum',
          values: ['draft', 'submitted', 'inReview', 'offered', 'accepted', 'rejected', 'withdrawn'],
          default: 'draft',
        },
        submittedAt: momentMaybe,
        decidedAt: momentMaybe,
      },
      references: { applicant: { one: 'Applicant' }, programme: { one: 'Programme' } },
      checks: {
        decidedAfterSubmitted: {
          rule: 'decidedAt >= submittedAt',
          message: 'An application is decided after it is handed in.',
        },
      },
    },
    {
      name: 'ApplicationDocument',
      aliases: ['SupportingDocument', 'Transcript', 'RecommendationLetter'],
      description: 'A paper that goes with an application.',
      fields: {
        kind: { type: 'enum', values: ['transcript', 'certificate', 'recommendation', 'identity', 'languageTest'] },
        title,
        isVerified: no,
        uploadedAt: now,
        note,
      },
      references: { application: { one: 'Application' } },
    },
  ],
  roles: [
    {
      name: 'admissions-officer',
      allow: [
        { on: ['Programme', 'ApplicationDocument'], do: all },
        { on: ['Applicant', 'Application'], do: [...keep, 'offerApplication', 'rejectApplication'] },
      ],
    },
    {
      name: 'reviewer',
      allow: [
        { on: ['Programme', 'Applicant', 'ApplicationDocument'], do: look },
        { on: ['Application'], do: ['read', 'list', 'update'] },
      ],
    },
    {
      name: 'applicant',
      allow: [
        { on: ['Programme'], do: look },
        { on: ['Applicant'], do: ['create', 'read', 'update'], own: true },
        { on: ['Application'], do: ['create', 'read', 'update', 'list', 'submitApplication'], own: true },
        { on: ['ApplicationDocument'], do: ['create', 'read', 'list'], own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'submitApplication',
      entity: 'Application',
      description: 'Hands an application in.',
      input: {},
      errors: ['already-submitted', 'too-late'],
    },
    {
      name: 'offerApplication',
      entity: 'Application',
      description: 'Offers a place.',
      input: {},
      errors: ['already-decided', 'programme-full'],
    },
    {
      name: 'rejectApplication',
      entity: 'Application',
      description: 'Refuses a place.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-decided'],
    },
  ],
})
