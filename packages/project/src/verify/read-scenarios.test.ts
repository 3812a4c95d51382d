import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { readScenarios } from './read-scenarios.ts'
import { verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-read-scenarios-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clinic = join(import.meta.dirname, '../../../charter/examples/clinic.yaml')
const file = join(folder, 'own.yaml')
const read = (text: string, roles?: readonly string[]) => {
  writeFileSync(file, text)
  return readScenarios(file, roles)
}
const steps = (...lines: readonly string[]): string =>
  ['# what we promise', '- id: own.one', '  title: ours', '  steps:', ...lines.map((line) => `    - ${line}`)].join(
    '\n',
  )

test('what is left out of a scenario is what is usual', async () => {
  const { scenarios, placeOf } = await read(
    steps('{ as: null, method: GET, path: /api/patients, expect: { status: 401 } }'),
  )
  expect(scenarios).toMatchObject([{ id: 'own.one', cites: [], rows: 'none', writes: true }])
  expect([placeOf('own.one', 0), placeOf('own.one', 1)]).toEqual([`${file}:2`, `${file}:5`])
})

const ok = '{ as: clerk, method: GET, path: /a, expect: { status: 200 } }'

test.each([
  [
    'an environment of one’s own',
    `${steps(ok)}\n  start: { env: { NODE_OPTIONS: '--import data:text/javascript,0' }, says: [] }`,
    'own.yaml:6: own.one: there is no "NODE_OPTIONS" in start.env.',
  ],
  [
    'another service',
    steps('{ as: clerk, method: GET, path: "http://127.0.0.1:9/x", expect: {} }'),
    'own.yaml:5: own.one, step 1: "path": begins with "/"',
  ],
  ['an alias of nothing', steps(ok).replace(/steps:[\s\S]*/, 'steps: *none'), 'own.yaml: Unresolved alias'],
  [
    'aliases of too much',
    `- &a [x, x, x, x, x, x, x, x, x, x]\n- &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n- [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\n`,
    'own.yaml: Excessive alias count',
  ],
  [
    'a name that nothing saved',
    steps(ok, '{ as: clerk, method: GET, path: "{{at}}", expect: {} }'),
    'own.yaml:6: own.one, step 2: no step before it saves {{at}}.',
  ],
  [
    'a member that there is not',
    steps(ok, '{ as: clerk, method: GET, path: /a, expect: { stauts: 200 } }'),
    'own.yaml:6: own.one, step 2: there is no "stauts" in expect. Did you mean `status`?',
  ],
  [
    'a check without a claim',
    steps('{ as: clerk, method: GET, path: /a, expect: { body: [{ at: /a }] } }'),
    'own.yaml:5: own.one, step 1: "expect.body.0": says nothing: say one of equals',
  ],
  [
    'a method that there is not',
    steps('{ as: clerk, method: FETCH, path: /a, expect: {} }'),
    'own.yaml:5: own.one, step 1: "method": ',
  ],
  [
    'a role that there is not',
    steps('{ as: clark#1, method: GET, path: /a, expect: {} }'),
    'own.yaml:5: own.one, step 1: there is no role "clark". One of: clerk;',
  ],
  ['a step without a caller', steps('{ method: GET, path: /a, expect: {} }'), 'own.yaml:5: own.one, step 1: "as": '],
  [
    'an id that is there twice',
    `${steps(ok)}\n${steps(ok)}`,
    'own.yaml:7: own.one: there is another scenario of this id at ',
  ],
  ['no list', 'id: own.one', 'own.yaml:1: is no list of scenarios'],
  ['no YAML', '- id: [', 'own.yaml:1: '],
])('%s is told with file, line, scenario and step', async (_, text, sentence) => {
  await expect(read(text, ['clerk'])).rejects.toMatchObject({
    name: 'ScenariosRefused',
    message: expect.stringContaining(sentence),
  })
})

test('what an answer says sends nobody’s token to another host', async () => {
  const step = { as: null, method: 'GET', path: 'http://elsewhere.example/x', expect: {} } as const
  await expect(ask({ url: 'http://127.0.0.1:9', token: 'secret' }, step)).rejects.toThrow('no address of the service')
  await expect(ask({ url: 'http://127.0.0.1:9', token: 'secret' }, step, '@elsewhere.example/x')).rejects.toThrow(
    'no address of the service',
  )
})

test('of very many mistakes the first are told', async () => {
  const many = Array.from({ length: 150 }, (_, at) => `  no${at}: 1`).join('\n')
  await expect(read(`${steps(ok)}\n${many}`)).rejects.toThrow('And 50 more. Mend them')
})

test('where there is nothing to read, that is told', async () => {
  await expect(readScenarios('/dev/zero')).rejects.toThrow('is no file')
  await expect(readScenarios(join(folder, 'none'))).rejects.toThrow('There is no file or folder')
  await expect(read('[]')).rejects.toThrow('There are no scenarios in')
})

test('scenarios of one’s own are run instead of those of the charter, and a failure names its line', async () => {
  const post = 'method: POST, path: /api/patients, expect: { status: 401 }'
  writeFileSync(file, steps(`{ as: null, ${post} }`, `{ as: pharmacist, ${post} }`))
  const report = await verify({ subject: clinic, scenarios: file, writes: true })
  expect([report.passed, report.failed.map(({ id, place, step }) => [id, place, step])]).toEqual([
    0,
    [['own.one', `${file}:6`, 2]],
  ])
  await expect(verify({ subject: file, writes: true })).rejects.toThrow(
    `is a list, as scenarios are, and no charter. Run them in the folder of the charter: charter verify --scenarios ${file}`,
  )
}, 180_000)
