import { analyse } from '../../analyse/analyse.ts'
import type { Draft, DraftProvenance } from '../../outline.ts'
import { petWords } from './pets.ts'

/** A draft of `petWords` as rules may read them: a start time missed, a fee taken for a thing of its own. */
export const planned: Draft = {
  name: 'pet-clinic',
  title: 'Pet clinic',
  analysis: analyse(petWords),
  document: `charter: 1
name: pet-clinic
title: Pet clinic
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
rest: { base: /api }
access:
  accepts: [jwt, api-key]
  roles: [vet, receptionist, admin] # assumed: admin
entities:
  Pet:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..120 }
      birthDate: { type: date, max: today, class: pii }
      owner: { type: text, length: 1..200 }
    relations:
      visits: { many: Visit, inverse: pet }
    allow:
      receptionist: { do: [create, read, list, update] }
  Visit:
    key: id
    fields:
      id: { type: uuid, default: generated }
    relations:
      pet: { one: Pet }
      fee: { one: Fee }
    allow:
      vet: { do: [create, read, list] }
  Fee:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..120 } # assumed: the words say nothing of what it has
    relations:
      visits: { many: Visit, inverse: fee }
    allow:
      admin: { do: [create, read, update, delete, list, audit] }
questions:
  - { kind: question, about: access, sentence: 'Who looks after Fee? Assumed: admin.', choices: [vet, receptionist, admin] }
`,
  lockProvenance: {
    ...said('A pet has a name, a date of birth and an owner', 'Pet', 'Pet.name', 'Pet.birthDate', 'Pet.owner'),
    ...said(
      'A visit is for one pet and has a start time and a fee',
      'Visit',
      'Visit.pet',
      'Visit.fee',
      'Pet.visits',
      'Fee',
    ),
    ...said('Vets create and read visits', 'access.roles.vet'),
    ...said('Receptionists create, read and change pets', 'access.roles.receptionist'),
    'Fee.name': { assumed: 'the words say nothing of what it has', confidence: 0.4 },
    'access.roles.admin': { assumed: 'nobody else may create Fee', confidence: 0.4 },
  },
  assumed: ['The role admin (nobody else may create Fee).'],
  questions: [
    { about: 'access', sentence: 'Who looks after Fee? Assumed: admin.', choices: ['vet', 'receptionist', 'admin'] },
  ],
}

function said(quoted: string, ...paths: readonly string[]): Record<string, DraftProvenance> {
  const from = { quoted, offset: petWords.indexOf(quoted), confidence: 0.9 }
  return Object.fromEntries(paths.map((path) => [path, from]))
}
