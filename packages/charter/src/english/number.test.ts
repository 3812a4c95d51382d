import { describe, expect, test } from 'vitest'
import { pluralNoun, singularNoun } from './number.ts'
import { sealed, tuned } from './testing/number-pairs.ts'

const pairsOf = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.replaceAll('_', ' ').split('/'))
    .map(([one = '', many = '']) => [one, many])

describe.each([
  ['tuned', tuned],
  ['sealed', sealed],
])('%s words', (_, text) => {
  const pairs = pairsOf(text)
  test('have their plural, and a plural stays one', () => {
    expect(pairs.map(([one]) => pluralNoun(one))).toEqual(pairs.map(([, many]) => many))
    expect(pairs.map(([, many]) => pluralNoun(many))).toEqual(pairs.map(([, many]) => many))
  })
  test('have their singular, and a singular stays one', () => {
    expect(pairs.map(([, many]) => singularNoun(many))).toEqual(pairs.map(([one]) => one))
    expect(pairs.map(([one]) => singularNoun(one))).toEqual(pairs.map(([one]) => one))
  })
})

test('a plural of two words is the one that tables mean', () => {
  expect(['axes', 'bases', 'leaves', 'media', 'premises'].map(singularNoun)).toEqual([
    'axis',
    'base',
    'leave',
    'media',
    'premises',
  ])
  expect(['axe', 'basis', 'leaf', 'medium'].map(pluralNoun)).toEqual(['axes', 'bases', 'leaves', 'media'])
})

test('what is no English noun is left alone or gets an s', () => {
  expect(['they', 'have', 'constructor', '', 's'].map(singularNoun)).toEqual(['they', 'have', 'constructor', '', 's'])
  expect(['constructor', 'table2', 'API', 'café'].map(pluralNoun)).toEqual(['constructors', 'table2s', 'APIs', 'cafés'])
})

test('what is studied is one: physics has no physic', () => {
  const subjects =
    'physics geophysics mathematics bioinformatics economics genomics ergonomics genetics electronics politics robotics linguistics athletics gymnastics acoustics aesthetics obstetrics pediatrics dynamics forensics'
  expect(subjects.split(' ').map(singularNoun).join(' ')).toBe(subjects)
  expect(subjects.split(' ').map(pluralNoun).join(' ')).toBe(subjects)
  expect(['topics', 'clinics', 'metrics', 'mechanics', 'fabrics', 'comics', 'critics'].map(singularNoun)).toEqual([
    'topic',
    'clinic',
    'metric',
    'mechanic',
    'fabric',
    'comic',
    'critic',
  ])
})
