import { readFileSync } from 'node:fs'
import { charterSchema } from '@charter/charter'
import type { JsonObject } from '@charter/runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerSchema } from './answer-form.ts'
import { leftOut } from './charter-shape.ts'
import { checkDocument } from './check-draft.ts'
import { evidenceIn } from './evidence.ts'
import { modelCandidate } from './model-candidate.ts'
import { entityNamesIn } from './progress.ts'
import { readAnswer } from './read-answer.ts'
import { petAnswer, petWords } from './testing/pets.ts'
import { writeCandidate } from './write-candidate.ts'

const schemasIn = (value: unknown): readonly JsonObject[] => {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(schemasIn)
  return 'type' in value && typeof value.type === 'string' ? [value as JsonObject, ...below] : below
}

test('the form is one that strict modes accept: closed objects whose members are all required, no references', () => {
  const schema = answerSchema()
  const objects = schemasIn(schema).filter(({ type, properties }) => type === 'object' && properties !== undefined)
  expect(objects.length).toBeGreaterThan(50)
  for (const { properties, required, additionalProperties } of objects) {
    expect(required).toEqual(Object.keys(properties as JsonObject))
    expect(additionalProperties).toBe(false)
  }
  expect(JSON.stringify(schema)).not.toMatch(/"(?:\$ref|pattern)":"|"(?:propertyNames|oneOf|minItems)":/)
})

test('a good answer is of the form', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(answerSchema())
  expect(validate(petAnswer) || validate.errors).toBe(true)
})

test('what is left out of the form is there in a charter', () => {
  const text = JSON.stringify(charterSchema([]))
  for (const name of Object.values(leftOut).flat()) expect(text).toContain(`"${name}":`)
})

test('a charter in its own form is read as it stands', () => {
  const file = new URL('../../../charter/examples/clinic.yaml', import.meta.url)
  const { entities, operations, access } = parse(readFileSync(file, 'utf8')) as JsonObject
  const read = readAnswer(JSON.stringify({ entities, operations, access }))
  expect(read?.charter).toEqual({ entities, operations, access })
})

test('numbers that the form gives as text are numbers, what is empty is not there', () => {
  const read = readAnswer(
    JSON.stringify({
      entities: [
        {
          name: 'Tree',
          quote: 'a tree',
          fields: [{ name: 'height', quote: 'a height', type: 'int32', options: [{ min: '0' }, { max: 'today' }] }],
          relations: [],
          allow: [],
          options: [{ key: ['id'] }, { description: '' }],
        },
      ],
    }),
  )
  expect(read?.charter).toEqual({
    entities: { Tree: { fields: { height: { type: 'int32', min: 0, max: 'today' } }, key: 'id' } },
  })
  expect(Object.fromEntries(read?.quotes ?? [])).toEqual({
    'entities.Tree': 'a tree',
    'entities.Tree.fields.height': 'a height',
  })
})

test('nothing in an answer acts on a terminal', () => {
  const read = readAnswer(JSON.stringify({ title: 'a\u001b[2Jb\u202ec\nd' }))
  expect(read?.charter.title).toBe('a [2Jb c d')
})

test('names of entities are told while the answer is being written', () => {
  const text = JSON.stringify(petAnswer, null, 1)
  expect(entityNamesIn(text.slice(0, text.indexOf('"Visit"')))).toEqual(['Pet'])
  expect(entityNamesIn(text)).toEqual(['Pet', 'Visit'])
})

test('whatever is answered, what is wrong with it is told and nothing throws', () => {
  const paths = pathsOf(petAnswer, [])
  const junk = fc.constantFrom<unknown>(
    null,
    true,
    7,
    '',
    'two words',
    '__proto__',
    [],
    [null],
    ['x'],
    {},
    { name: 'constructor' },
  )
  const evidence = evidenceIn(petWords)
  let findings = 0
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.constantFrom(...paths), junk, junk, (first, second, one, two) => {
      const damaged = replaced(replaced(petAnswer, first, one), second, two)
      const answer = readAnswer(JSON.stringify(damaged))
      if (!answer) return
      const { document } = writeCandidate(modelCandidate(answer, evidence))
      if (checkDocument(document).length > 0) findings += 1
    }),
    { numRuns: 500 },
  )
  expect(findings).toBeGreaterThan(50)
})

const pathsOf = (value: unknown, path: readonly string[]): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))]
    : [path]

const replaced = (of: unknown, [step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(of)) return of.map((each, index) => (String(index) === step ? replaced(each, rest, value) : each))
  if (typeof of !== 'object' || of === null) return of
  return { ...of, [step]: replaced((of as JsonObject)[step], rest, value) }
}
