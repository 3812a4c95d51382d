import type { ServiceModel } from '@charter/runtime'
import { expect, test } from 'vitest'
import { approvedModel } from './approved.ts'

const relation = (name: string, kind: 'one' | 'many', target: string, more = {}) => ({ name, kind, target, ...more })
const model = {
  entities: [
    {
      name: 'Client',
      relations: [
        relation('notes', 'many', 'Note'),
        relation('lines', 'many', 'Line', { isOwned: true }),
        relation('clinics', 'many', 'Clinic', { through: { entity: 'Stay' } }),
      ],
    },
    { name: 'Note', relations: [relation('client', 'one', 'Client')] },
  ],
} as unknown as ServiceModel
const left = (...operations: readonly string[]) =>
  approvedModel(model, new Set(operations)).entities.map(({ relations }) => relations.map(({ name }) => name))

test('rows that no approved tool reads are not reached from those that one does', () => {
  expect(left('Client.list', 'Note.read')).toEqual([['lines'], []])
  expect(left('Client.read', 'Note.list')).toEqual([['notes', 'lines'], ['client']])
  expect(left('Clinic.list')).toEqual([['lines'], []])
  expect(left('Clinic.list', 'Stay.list')).toEqual([['lines', 'clinics'], []])
})
