import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { bringForward, CannotUpgrade } from './bring-forward.ts'
import { isNewer } from './generated-by.ts'
import { defineUpgrade, type Files } from './upgrade.ts'

const files: Files = {
  'charter.yaml': 'charter: 1 # the format\nname: shop\n\n# what we sell\nlabel: Shop\n',
  'charter.lock': '{\n  "lock": 1,\n  "given": {}\n}\n',
}

/** Steps of tomorrow: a keyword renamed, a member moved. */
const renaming = defineUpgrade({
  part: 'document',
  from: 1,
  to: 2,
  does: '`label` is now `title`',
  run: (from) => ({
    ...from,
    'charter.yaml': (from['charter.yaml'] ?? '').replace(/^charter: 1/m, 'charter: 2').replace(/^label:/m, 'title:'),
  }),
})
const numbering = defineUpgrade({
  part: 'lock',
  from: 1,
  to: 2,
  does: 'the lock names its styles',
  run: (from) => ({
    ...from,
    'charter.lock': (from['charter.lock'] ?? '').replace('"lock": 1', '"lock": 2').replace('"given"', '"styles"'),
  }),
})
const known = { formats: { document: 2, lock: 2 }, upgrades: [numbering, renaming], root: 'charter.yaml' }

test('steps are taken one by one, the document first; comments and other lines stay byte for byte', () => {
  const forward = bringForward(files, known)
  expect(forward.steps).toEqual([renaming, numbering])
  expect(forward.files).toEqual({
    'charter.yaml': 'charter: 2 # the format\nname: shop\n\n# what we sell\ntitle: Shop\n',
    'charter.lock': '{\n  "lock": 2,\n  "styles": {}\n}\n',
  })
})

test('what is of today is left as it is', () => {
  const today = bringForward(files, known).files
  expect(bringForward(today, known)).toEqual({ files: today, steps: [] })
})

test('several numbers are gone through in their order, each once', () => {
  const steps = [3, 1, 2].map((from) =>
    defineUpgrade({
      part: 'document',
      from,
      to: from + 1,
      does: `step ${from}`,
      run: (given) => ({
        ...given,
        'charter.yaml': (given['charter.yaml'] ?? '').replace(`charter: ${from}`, `charter: ${from + 1}`),
      }),
    }),
  )
  const forward = bringForward(files, { ...known, formats: { document: 4, lock: 1 }, upgrades: steps })
  expect(forward.steps.map(({ does }) => does)).toEqual(['step 1', 'step 2', 'step 3'])
  expect(forward.files['charter.yaml']).toContain('charter: 4 # the format')
})

test.each([
  ['charter.yaml', 'charter: 3\nname: shop\n', /charter\.yaml is of a newer Charter: it says `charter: 3`, .* up to 2/],
  ['charter.lock', '{ "lock": 9 }', /charter\.lock is of a newer Charter: it says `lock: 9`, .* up to 2/],
])('%s of a newer Charter is refused, with what to do', (name, text, sentence) => {
  expect(() => bringForward({ ...files, [name]: text }, known)).toThrow(CannotUpgrade)
  expect(() => bringForward({ ...files, [name]: text }, known)).toThrow(sentence)
})

test('a number that no step leaves is refused', () => {
  expect(() => bringForward(files, { ...known, upgrades: [] })).toThrow(
    /Nothing brings charter\.yaml forward from version 1/,
  )
})

test('a step that does not give what it says is a mistake of ours', () => {
  const idle = defineUpgrade({ part: 'document', from: 1, to: 2, does: 'nothing', run: (given) => given })
  expect(() => bringForward(files, { ...known, upgrades: [idle] })).toThrow('the step from document 1 gave 1, not 2')
})

test.each([
  ['nothing', {}],
  ['text that is no YAML', { 'charter.yaml': 'charter: [1\n' }],
  ['no number', { 'charter.yaml': 'name: shop\n', 'charter.lock': '[]' }],
  ['a number that is none', { 'charter.yaml': 'charter: one\n' }],
])('%s is left for check to tell of', (_, given) => {
  expect(bringForward(given, known)).toEqual({ files: given, steps: [] })
  expect(parseCharter({ 'charter.yaml': '', ...given }).diagnostics.length).toBeGreaterThan(0)
})

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', false],
  ['0.1.1-rc.1', '0.1.0', true],
])('%s after %s: %s', (version, than, is) => expect(isNewer(version, than)).toBe(is))
