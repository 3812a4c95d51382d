import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'

const definitions = {
  Patient: {
    type: 'object',
    description: 'A person.',
    properties: {
      name: { type: 'string', minLength: 1 },
      ssn: { type: ['string', 'null'], pattern: '^x$' },
      ward: { $ref: '#/$defs/Ward' },
      doctor: { anyOf: [{ $ref: '#/$defs/Patient' }, { type: 'null' }] },
      friends: { $ref: '#/$defs/PatientPage' },
    },
    additionalProperties: false,
  },
  Ward: { type: 'string', enum: ['north'] },
  PatientPage: {
    type: 'object',
    properties: { items: { type: 'array', items: { $ref: '#/$defs/Patient' } }, next: { type: ['string', 'null'] } },
    required: ['items', 'next'],
  },
}
const row = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    ssn: { type: ['string', 'null'] },
    ward: { type: 'string' },
    doctor: {},
    friends: { type: 'object' },
  },
}
const answer = (name: string) => ({
  type: 'object',
  properties: { result: { $ref: `#/$defs/${name}` } },
  required: ['result'],
})

test('an outline tells the members of a row and their kinds, and goes along no relation', () => {
  expect(outlineOf(answer('Patient'), definitions, 'Patient')).toEqual({
    type: 'object',
    properties: { result: row },
    required: ['result'],
  })
})

test('a page is told with the rows in it', () => {
  const page = {
    type: 'object',
    properties: { items: { type: 'array', items: row }, next: { type: ['string', 'null'] } },
    required: ['items', 'next'],
  }
  expect(outlineOf(answer('PatientPage'), definitions, 'Patient')).toMatchObject({ properties: { result: page } })
})

test('types that hold themselves end, and what they hold is allowed', () => {
  const Tree = { type: 'object', properties: { leaves: { type: 'array', items: { $ref: '#/$defs/Tree' } } } }
  const outline = outlineOf(answer('Tree'), { Tree }, undefined)
  // The result, and what is in it: no further.
  expect(JSON.stringify(outline).match(/leaves/g)).toHaveLength(1)
  const deep = { leaves: [{ leaves: [{ leaves: [{ leaves: [{ leaves: [{ leaves: [] }] }] }] }] }] }
  expect(new Ajv2020().compile(outline as object)({ result: deep })).toBe(true)
})
