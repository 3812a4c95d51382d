import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Charter, parseCharter } from '@charter/charter'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { styles } from '../../registry.gen.ts'
import { readRest } from '../read.ts'
import { surfaceOf } from '../surface.ts'
import { allTypes } from './all-types.fixture.ts'
import { contract } from './contract.ts'
import { twins } from './twins.fixture.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
// The package is CommonJS with a default export that ES modules see one level deeper.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void
let folder = ''

const charterOf = (text: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}

const clinic = async (): Promise<Charter> =>
  charterOf(await readFile(join(import.meta.dirname, '../../../../charter/examples/clinic.yaml'), 'utf8'))

const documentOf = (charter: Charter): string => contract(charter, surfaceOf(charter))['openapi.json'] ?? ''

/** The program that a package's `bin` names, run with this Node. */
const program = (name: string, bin: string): string => {
  const manifest = require.resolve(`${name}/package.json`)
  const { bin: bins } = require(manifest) as { bin: Record<string, string> }
  return join(dirname(manifest), bins[bin] ?? '')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charter-openapi-'))
  await writeFile(join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }))
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\ntelemetry: off\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const everyWay = async (): Promise<Charter> => {
  const charter = await clinic()
  return { ...charter, access: { ...charter.access, accepts: ['jwt', 'oauth2', 'api-key', 'saml', 'gateway'] } }
}

const cases = [
  ['the clinic', clinic],
  ['the clinic with every way to sign in', everyWay],
  ['every type, composite keys, no base path', async () => charterOf(allTypes)],
] as const

describe.each(cases)('the OpenAPI document of %s', (name, load) => {
  const file = () => join(folder, `${name.replaceAll(/\W/g, '-')}.json`)

  test('is accepted by Redocly without errors or warnings', async () => {
    await writeFile(file(), documentOf(await load()))
    const { stdout } = await run(
      process.execPath,
      [
        program('@redocly/cli', 'redocly'),
        'lint',
        file(),
        '--format=json',
        `--config=${join(folder, 'redocly.yaml')}`,
        // A charter says no licence, and none is better than one that nobody gave (OpenAPI 3.1: the field is optional).
        '--skip-rule=info-license',
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    ).catch((error: { stdout: string }) => error)
    const { totals, problems } = JSON.parse(stdout)
    expect(problems.map((each: { ruleId: string; message: string }) => `${each.ruleId}: ${each.message}`)).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  test('is accepted by Spectral without errors or warnings', async () => {
    await writeFile(file(), documentOf(await load()))
    const { stdout } = await run(process.execPath, [
      program('@stoplight/spectral-cli', 'spectral'),
      'lint',
      file(),
      '--quiet',
      '--format=json',
      `--ruleset=${join(folder, '.spectral.json')}`,
    ]).catch((error: { stdout: string }) => error)
    expect(
      JSON.parse(stdout || '[]').map(
        (each: { code: string; path: string[]; message: string }) =>
          `${each.code} ${each.path.join('.')} ${each.message}`,
      ),
    ).toEqual([])
  })

  test('has examples that its own schemas take, and schemas that refuse what is wrong', async () => {
    const document = JSON.parse(documentOf(await load()))
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(ajv)
    ajv.addSchema(document, 'openapi')
    const found = examplesIn(document, '#')
    for (const { pointer, example } of found) {
      const validate = ajv.compile({ $ref: `openapi${pointer}/schema` })
      expect({ pointer, errors: validate(example) ? [] : validate.errors }).toEqual({ pointer, errors: [] })
      expect(validate({ __surely: 'not a member' })).toBe(false)
    }
    expect(found.length).toBeGreaterThan(10)
  })

  test('is the same bytes each time', async () => {
    expect(documentOf(await load())).toBe(documentOf(await load()))
  })
})

/** Every media type object that has an example beside its schema. */
const examplesIn = (
  node: unknown,
  pointer: string,
): readonly { readonly pointer: string; readonly example: unknown }[] => {
  if (typeof node !== 'object' || node === null) return []
  const own = 'schema' in node && 'example' in node ? [{ pointer, example: node.example }] : []
  const inner = Object.entries(node).flatMap(([name, value]) =>
    name === 'example' ? [] : examplesIn(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return [...own, ...inner]
}

test('digits are answered as text, and taken as text or as a JSON number', () => {
  const { schemas } = JSON.parse(documentOf(charterOf(allTypes))).components
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  ajv.addSchema({ $id: 'openapi', components: { schemas } })
  const takes = (form: string, value: object): boolean =>
    ajv.compile({ $ref: `openapi#/components/schemas/${form}`, required: [] })(value) as boolean
  const given = [{ big: 9 }, { price: 12.5 }, { costs: [{ amount: 0.5, in: 'EUR' }] }]
  const digits = [{ big: '9' }, { price: '12.50' }, { costs: [{ amount: '0.50', in: 'EUR' }] }]
  for (const value of given)
    expect([value, takes('Thing', value), takes('ThingPatch', value)]).toEqual([value, false, true])
  for (const value of digits)
    expect([value, takes('Thing', value), takes('ThingPatch', value)]).toEqual([value, true, true])
  for (const value of [{ big: 1.5 }, { big: '1.5' }, { price: '1.555' }, { small: '9' }])
    expect([value, takes('ThingPatch', value)]).toEqual([value, false])
  for (const form of ['ThingCreate', 'ThingReplace', 'ThingPatch'])
    expect([schemas[form].properties.big.type, schemas[form].properties.price.type]).toEqual([
      ['string', 'integer', 'null'],
      ['string', 'number'],
    ])
})

test('where each change has to say which version it is of, that is told: a header, and 428 without it', () => {
  const { paths, components } = JSON.parse(documentOf(charterOf(`ifMatch: required\n${allTypes}`)))
  const one = paths['/things/{region}/{number}']
  const required = { $ref: '#/components/parameters/RequiredIfMatch' }
  for (const method of ['put', 'patch', 'delete']) {
    expect(one[method].parameters).toContainEqual(required)
    expect(one[method].responses).toHaveProperty('428')
  }
  expect(one.get.parameters).not.toContainEqual(required)
  expect(one.get.responses).not.toHaveProperty('428')
  expect(components.parameters.RequiredIfMatch.required).toBe(true)
  expect(documentOf(charterOf(allTypes))).not.toContain('428')
})

test('a duration is told as what is answered and taken, which RFC 3339 has no format for', () => {
  const { properties } = JSON.parse(documentOf(charterOf(allTypes))).components.schemas.Thing
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  const takes = ajv.compile(properties.wait)
  for (const text of ['PT0S', 'P1DT2H3M4.5S', '-PT1S', 'PT36H']) expect([text, takes(text)]).toEqual([text, true])
  for (const text of ['P', 'PT', 'P1Y', 'P1M', 'P1W', 'P1DT', 'pt1s'])
    expect([text, takes(text)]).toEqual([text, false])
})

test('what a header or an address may hold is told: relations of an entity, keys that are seen, 414', async () => {
  const { components, paths } = JSON.parse(documentOf(await clinic()))
  const include = new RegExp(components.parameters.PrescriptionInclude.schema.items.pattern)
  expect(['patient', 'patient.labResults', 'nobody', 'patients'].map((each) => include.test(each))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const key = new RegExp(components.parameters.IdempotencyKey.schema.pattern)
  expect(['admission-17', 'a b', '', '\u00e9', 'x'.repeat(256)].map((each) => key.test(each))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(paths['/patients'].get.responses).toHaveProperty('414')
  expect(components.responses.Problem414.content['application/problem+json'].example.status).toBe(414)
})

test('what the charter deprecates is told: operations with their days, fields', () => {
  const charter = charterOf(
    allTypes
      .replace(
        '    key: [region, number]\n',
        '    key: [region, number]\n    deprecated: { since: 2026-11-01, sunset: 2027-05-01 }\n',
      )
      .replace('wait: { type: duration,', 'wait: { type: duration, deprecated: { since: 2026-11-01 },'),
  )
  const { components, paths } = JSON.parse(documentOf(charter))
  const { get } = paths['/things/{region}/{number}']
  expect([get.deprecated, get.description]).toEqual([
    true,
    'One row of Thing. Deprecated since 2026-11-01; it may be gone from 2027-05-01 on.',
  ])
  expect(paths['/batch'].post.deprecated).toBeUndefined()
  for (const form of ['Thing', 'ThingCreate', 'ThingPatch'])
    expect(components.schemas[form].properties.wait.deprecated).toBe(true)
  expect(components.schemas.Thing.properties.big.deprecated).toBeUndefined()
})

test('what is called as a form of another entity, or as what every document has, takes nothing from it', () => {
  const { components, paths } = JSON.parse(documentOf(charterOf(twins)))
  const at = ($ref: string) => {
    const [, , section = '', name = ''] = $ref.split('/')
    return components[section][name]
  }
  const schemaOf = ({ content }: { content: { 'application/json': { schema: { $ref: string } } } }) =>
    Object.keys(at(content['application/json'].schema.$ref).properties)
  const paged = at(paths['/sites'].get.responses[200].$ref)
  expect(schemaOf(paged)).toEqual(['items', 'next', 'count'])
  expect(at(paged.content['application/json'].examples.page.$ref).value).toHaveProperty('items')
  expect(schemaOf(paths['/site-pages/{id}'].get.responses[200])).toEqual(['id', 'url', 'siteId', 'site'])
  expect(schemaOf(paths['/sites'].post.requestBody)).toEqual(['name', 'plan'])
  expect(schemaOf(paths['/jsons/{id}'].patch.requestBody)).toEqual(['text'])
  const problem = at(paths['/problems'].get.responses[404]?.$ref ?? paths['/problems'].get.responses[400].$ref)
  expect(at(problem.content['application/problem+json'].schema.$ref).properties).toHaveProperty('code')
  expect(paths['/sites/import'].post.requestBody.content['application/x-ndjson'].schema.description).toContain(
    'One SiteCreate2 a line',
  )
})

test('a document of one entity names no component that nothing uses', () => {
  const document = JSON.parse(documentOf(charterOf(allTypes)))
  const text = JSON.stringify(document)
  for (const [section, members] of Object.entries(document.components as Record<string, object>))
    if (section !== 'securitySchemes')
      for (const name of Object.keys(members)) expect(text).toContain(`"#/components/${section}/${name}"`)
})

test('each operation tells the narrowest scope that is enough for it, and the schemes tell all there are', async () => {
  const { paths, components } = JSON.parse(documentOf(await everyWay()))
  const scopeOf = (path: string, method: string) => paths[path][method].security[1].oauth2
  expect(scopeOf('/patients/{id}', 'get')).toEqual(['Patient:read'])
  expect(scopeOf('/patients/{id}', 'patch')).toEqual(['Patient:write'])
  expect(scopeOf('/patients/{id}/prescriptions', 'get')).toEqual(['Prescription:read'])
  expect(scopeOf('/patients/{id}/discharge', 'post')).toEqual(['dischargePatient'])
  expect(paths['/patients/{id}'].get.security).toMatchObject([{ bearer: [] }, {}, { apiKey: [] }, { gateway: [] }])
  const { oauth2 } = components.securitySchemes
  expect(Object.keys(oauth2.flows.clientCredentials.scopes)).toEqual(
    expect.arrayContaining(['clinic:read', 'clinic:write', 'Patient:read', 'dischargePatient']),
  )
  expect(components.responses.Problem403.headers).toHaveProperty('WWW-Authenticate')
})

test('where scopes are not asked, the document does not speak of them', async () => {
  expect(documentOf(await clinic())).not.toMatch(/scope|gateway|oauth/i)
})

test('where rows say who belongs to which organisation, every path takes the one that is meant', async () => {
  const helpdesk = charterOf(
    await readFile(join(import.meta.dirname, '../../../../../conformance/products/helpdesk/charter.yaml'), 'utf8'),
  )
  const { paths, components } = JSON.parse(documentOf(helpdesk))
  expect(components.parameters.Organisation).toMatchObject({ name: 'Charter-Organisation', in: 'header' })
  for (const item of Object.values(paths) as { parameters?: unknown }[])
    expect(item.parameters).toEqual([{ $ref: '#/components/parameters/Organisation' }])
  expect(readRest({ 'openapi.json': documentOf(helpdesk) }).routes.join()).not.toContain('PARAMETERS')
  expect(JSON.parse(documentOf(await clinic())).components.parameters.Organisation).toBeUndefined()
})
