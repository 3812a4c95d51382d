import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf } from './client.ts'
import { type Mock, startMock } from './mock.ts'

const clinic = join(import.meta.dirname, '../../charter/examples/clinic.yaml')
const require = createRequire(import.meta.url)
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
let folder: string
let mock: Mock

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-client-'))
  mock = await startMock({ file: clinic, port: 0, as: null, seed: 1, rowsPerEntity: 12 })
  writeFileSync(join(folder, 'client.ts'), await clientOf(clinic))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(dirname(require.resolve('@types/node/package.json')), '../..'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await mock.close()
  rmSync(folder, { recursive: true })
})

/** What the compiler says of a program that uses the client, under its strictest settings. */
const compile = (program: string): string => {
  writeFileSync(join(folder, 'program.ts'), program)
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--erasableSyntaxOnly']
  const kind = [
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--allowImportingTsExtensions',
    '--types',
    'node',
  ]
  const { stdout } = spawnSync(process.execPath, [tsc, ...strict, ...kind, 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout
}

const head = `import { createClient, orThrow, ApiError } from './client.ts'
const clinic = createClient({ url: 'http://127.0.0.1:1', token: async () => 'x' })
`

test('a create needs what has no default alone; problems are told apart by their codes', () => {
  expect(
    compile(`${head}
const made = await clinic.createPrescription({ body: { drug: 'Aspirin', dose: '5.00', patientId: 'x' }, idempotencyKey: 'k' })
if (made.ok) { const unit: 'mg' | 'ml' | 'tablet' = made.value.unit; console.log(unit) }
else switch (made.problem.code) {
  case 'invalid-input': console.log(made.problem.errors.map(({ path }) => path)); break
  case 'forbidden': console.log(made.problem.detail); break
  default: break
}
const dosed = orThrow(await clinic.createPrescription({ body: { drug: 'Aspirin', dose: 5, patientId: 'x' } }))
const digits: string = dosed.dose
console.log(digits)
const page = orThrow(await clinic.listPatient({ filter: { name: { startsWith: 'A' } }, sort: ['-name'], limit: 5 }))
const name: string | undefined = page.items[0]?.name
await clinic.listPrescription({ filter: { unit: 'mg', state: { in: ['written'], ne: 'stopped' }, dose: { ge: '1.00', isNull: false } } })
await clinic.listLabResult({ filter: { isAbnormal: true, unit: { like: 'm%', gt: 'a' } }, sort: ['-takenAt', 'value'] })
const few = orThrow(await clinic.readPatient({ id: 'x', fields: ['name'] }))
console.log(name, few.name, ApiError)
`),
  ).toBe('')
})

test.each([
  [
    'a field that is missing',
    `await clinic.createPrescription({ body: { drug: 'Aspirin', dose: '5.00' } })`,
    'patientId',
  ],
  [
    'a value that is none',
    `await clinic.createPrescription({ body: { drug: 'A', dose: '5.00', patientId: 'x', unit: 'kg' } })`,
    '"kg"',
  ],
  [
    'a code that cannot be',
    `const read = await clinic.readPatient({ id: 'x' }); if (!read.ok && read.problem.code === 'conflict') console.log(1)`,
    'no overlap',
  ],
  [
    'a field that was not asked for',
    `console.log(orThrow(await clinic.readPatient({ id: 'x', fields: ['name'] })).ward)`,
    "'ward'",
  ],
  [
    'an operator that the type of the field has not',
    `await clinic.listPatient({ filter: { birthDate: { like: '19%' } } })`,
    "'like' does not exist",
  ],
  [
    'an operator that an enum has not',
    `await clinic.listPrescription({ filter: { unit: { gt: 'mg' } } })`,
    "'gt' does not exist",
  ],
  [
    'a condition on a value that is none',
    `await clinic.listPrescription({ filter: { unit: { in: ['mg', 'kg'] } } })`,
    '"kg"',
  ],
  ['a sort by what is no field', `await clinic.listPatient({ sort: ['-weight'] })`, '"-weight"'],
  ['an operation that there is not', 'await clinic.dropPatient({ id: 1 })', 'dropPatient'],
])('%s does not compile', (_what, program, said) => {
  expect(compile(head + program)).toContain(said)
})

test('an entity may be called as what the client calls its own, and a key as what may be asked', async () => {
  const file = join(folder, 'odd.yaml')
  const entity = (name: string, key: string, more = '') =>
    `  ${name}: { key: ${key}, fields: { ${key}: uuid${more} }, allow: { clerk: { do: [create, read, update, delete, list, audit] } } }\n`
  writeFileSync(
    file,
    `charter: 1\nname: odd\naccess: { roles: [clerk] }\nentities:\n${entity('Client', 'limit')}${entity('Record', 'filter', ', text: text')}${entity('Plan', 'fields')}${entity('Result', 'body')}${entity('Promise', 'signal')}`,
  )
  const text = await clientOf(file)
  writeFileSync(join(folder, 'odd.ts'), text)
  const before = `import { createClient, orThrow } from './odd.ts'\nconst odd = createClient({ url: '' })\n`
  expect(
    compile(
      `${before}const row = orThrow(await odd.readPlan({ fieldsKey: 'x', fields: ['fields'] }))\nconsole.log(row.fields)`,
    ),
  ).toBe('')
})

test('an entity may be called as a form of another, or as what every document has', async () => {
  const file = join(folder, 'twins.yaml')
  const entity = (name: string) =>
    `  ${name}: { key: id, fields: { id: { type: uuid, default: generated }, of${name}: text }, allow: { clerk: { do: [create, read, update, delete, list, audit] } } }\n`
  const names = ['Site', 'SitePage', 'SiteCreate', 'Problem', 'InputError', 'Count', 'CreateSiteInput']
  writeFileSync(file, `charter: 1\nname: twins\naccess: { roles: [clerk] }\nentities:\n${names.map(entity).join('')}`)
  writeFileSync(join(folder, 'twins.ts'), await clientOf(file))
  expect(
    compile(`import { createClient, orThrow, type InputError } from './twins.ts'
const twins = createClient({ url: '' })
const sites = orThrow(await twins.listSite({ fields: ['ofSite'] }))
const text: string | undefined = sites.items[0]?.ofSite
const page: string = orThrow(await twins.readSitePage({ id: 'x' })).ofSitePage
const pages: string | undefined = orThrow(await twins.listSitePage()).items[0]?.ofSitePage
const made = await twins.createSite({ body: { ofSite: 'x' } })
if (!made.ok) for (const { path, message } of made.problem.errors) console.log(path, message)
const row: InputError | undefined = orThrow(await twins.listInputError()).items[0]
const problem: string = orThrow(await twins.readProblem({ id: 'x' })).ofProblem
const input: string = orThrow(await twins.readCreateSiteInput({ id: 'x' })).ofCreateSiteInput
console.log(text, page, pages, row?.ofInputError, problem, input)
`),
  ).toBe('')
})

test('it speaks to a service: rows, a page, an import, and problems as values', async () => {
  const { createClient, orThrow } = await import(pathToFileURL(join(folder, 'client.ts')).href)
  const as = (role: string) => createClient({ url: mock.url, token: mock.tokens[role] })
  const clinician = as('clinician')
  const { items } = orThrow(await clinician.listPatient({ limit: 2, sort: ['name'], count: true }))
  expect(items.length).toBeGreaterThan(0)
  const read = await clinician.readPatient({ id: items[0].id, include: ['prescriptions'] })
  expect(read).toMatchObject({ ok: true, status: 200, etag: null, value: { id: items[0].id } })
  const body = { drug: 'Aspirin', dose: '5.00', patientId: items[0].id }
  const made = await clinician.createPrescription({ body })
  expect(made).toMatchObject({ ok: true, status: 201, value: { drug: 'Aspirin', unit: 'mg', state: 'written' } })
  expect(await clinician.createPrescription({ body: { ...body, dose: '-1.00' } })).toMatchObject({
    ok: false,
    problem: { code: 'invalid-input', errors: [{ path: '/dose', code: 'too-small' }] },
  })
  expect(await clinician.importPrescription({ body: [body, body] })).toMatchObject({ ok: true, value: { created: 2 } })
  const filtered = orThrow(await clinician.listPrescription({ filter: { drug: { like: 'Asp%' } }, limit: 9 }))
  expect(filtered.items).toHaveLength(3)
  expect(await as('pharmacist').listPatient()).toMatchObject({
    ok: false,
    problem: { code: 'forbidden', status: 403, detail: 'You may not list patients.' },
  })
  expect(await createClient({ url: 'http://127.0.0.1:1' }).listPatient()).toMatchObject({
    ok: false,
    problem: { code: 'unreachable', status: 0 },
  })
})

test('a client says for which organisation its calls are, where callers may belong to several', async () => {
  const text = await clientOf(join(import.meta.dirname, '../../../conformance/products/helpdesk/charter.yaml'))
  expect(await clientOf(clinic)).not.toContain('organisation')
  const file = join(folder, 'helpdesk.ts')
  writeFileSync(file, text)
  expect(
    compile(`import { createClient } from './helpdesk.ts'
createClient({ url: 'http://127.0.0.1:1', organisation: () => 'south' })
`),
  ).toBe('')
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    asked.push(new Headers(init?.headers).get('charter-organisation') ?? 'none')
    return new Response('{"items":[],"next":null}', { headers: { 'content-type': 'application/json' } })
  }
  const { createClient } = await import(pathToFileURL(file).href)
  for (const organisation of ['south', () => 'north', undefined])
    await createClient({ url: 'http://127.0.0.1:1', fetch, ...(organisation && { organisation }) }).listTicket({})
  expect(asked).toEqual(['south', 'north', 'none'])
})

test('bytes of files are left to fetch, and what takes one away is not', async () => {
  const file = join(folder, 'papers.yaml')
  writeFileSync(
    file,
    `charter: 1
name: papers
serves: [rest]
access: { roles: [clerk] }
entities:
  Paper:
    key: id
    fields: { id: { type: uuid, default: generated }, scan: { type: file, max: 1 MiB } }
    allow: { clerk: { do: [create, read, update] } }
`,
  )
  const client = await clientOf(file)
  expect(client).toContain('PUT /papers/{id}/scan')
  expect(client).not.toMatch(/putPaperScan|readPaperScan|appendPaperScan/)
  writeFileSync(join(folder, 'papers.ts'), client)
  expect(
    compile(`import { createClient } from './papers.ts'
const client = createClient({ url: 'http://127.0.0.1:1', token: async () => 'x' })
const read = await client.readPaper({ id: '' })
const size: number | undefined = read.ok ? read.value.scan?.size : undefined
await client.removePaperScan({ id: '' })
// @ts-expect-error which row is to be said
await client.removePaperScan({})
console.log(size)
`),
  ).toBe('')
})
