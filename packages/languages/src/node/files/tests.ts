import { type ExampleRows, exampleRows, type GeneratedFile, isAllowedExample } from '@charter/charter'
import { type EntityModel, type FieldModel, type Json, type JsonObject, readingAt, readMember } from '@charter/runtime'
import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import { type AddressOf, restAddresses } from '../rest/addresses.ts'
import { literal, propertyAccess, propertyName, stringLiteral } from '../text.ts'

const rowCount = 3

/** `test/`: what the service must do, entity by entity, over its HTTP interface. */
export const testFiles = (emitting: Emitting): readonly GeneratedFile[] => {
  const examples = exampleRows(emitting.model, rowCount)
  const addresses = restAddresses(emitting)
  if (!addresses || emitting.schema === null) return []
  const files = emitting.model.entities.map((entity) => {
    const file = emitting.names.file(entity.name)
    return {
      path: `test/${file}.test.ts`,
      text: entityTest(emitting, entity, examples, addresses),
      owner: 'machine' as const,
    }
  })
  return [
    ...files,
    { path: 'test/rows.ts', text: rowsFile(emitting, examples), owner: 'machine' },
    { path: 'test/support.ts', text: supportFile(emitting, examples), owner: 'machine' },
  ]
}

const rowsFile = ({ header, model }: Emitting, { rows }: ExampleRows): string =>
  sourceFile(
    header,
    code`
      /** Rows that every test starts from: row n of an entity refers to row n of the others. */
      export const rows: Readonly<{ [entity: string]: readonly ${importedType('../src/runtime/index.ts', 'JsonObject')}[] }> = ${literal(Object.fromEntries(model.entities.map(({ name }) => [name, rows[name] ?? []])) as unknown as Json)}
    `,
  )

const supportFile = ({ header, model }: Emitting, { attributes }: ExampleRows): string => {
  const claims = Object.fromEntries(
    model.access.principal.map(({ name, claim }) => [claim, attributes[0]?.[name] ?? null]),
  )
  const tenant = model.access.tenantClaim === undefined ? {} : { [model.access.tenantClaim]: 'tenant-1' }
  const service = '../src/runtime/service/index.ts'
  return sourceFile(
    header,
    code`
      /** Claims of everybody's token: the rules' conditions then give them the first row of each entity. */
      const claims = ${literal({ ...claims, ...tenant } as Json)}

      export interface Asked {
        readonly role?: string
        readonly body?: unknown
        readonly headers?: Readonly<{ [name: string]: string }>
      }

      export interface Answered {
        readonly status: number
        readonly headers: Readonly<{ [name: string]: unknown }>
        // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
        readonly body: any
      }

      export interface Running {
        ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, asked?: Asked): Promise<Answered>
        close(): Promise<void>
      }

      /** The service on a database of its own in a temporary folder, with \`rows\` in it. */
      export const startService = async (): Promise<Running> => {
        const folder = ${imported('node:fs', 'mkdtempSync')}(${imported('node:path', 'join')}(${imported('node:os', 'tmpdir')}(), 'service-'))
        const environment = { CHARTER_DATA: folder, DATABASE_URL: \`file:\${join(folder, 'test.db')}\` }
        const config = ${imported(service, 'readConfig')}(environment, { name: ${imported('../src/model.ts', 'model')}.name, databaseUrl: '' })
        const service = await ${imported('../src/service.ts', 'openService')}(config, (error) => console.error(error))
        await ${imported(service, 'loadRows')}(service.database, model, ${imported('../src/sql.ts', 'sql')}, ${imported(service, 'referenceOrder')}(model).map((entity) => ({ entity, rows: ${imported('./rows.ts', 'rows')}[entity] ?? [] })))
        const app = await ${imported('../src/server.ts', 'buildServer')}(service, config)
        return {
          ask: async (method, url, { role, body, headers = {} } = {}) => {
            const token = role === undefined ? undefined : await service.development?.token([role], claims)
            const answer = await app.inject({
              method,
              url,
              headers: {
                ...(token !== undefined && { authorization: \`Bearer \${token}\` }),
                ...(body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
              },
              ...(body !== undefined && { payload: JSON.stringify(body) }),
            })
            return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : JSON.parse(answer.body) }
          },
          close: async () => {
            await app.close()
            await service.close()
            ${imported('node:fs', 'rmSync')}(folder, { recursive: true })
          },
        }
      }
    `,
  )
}

const entityTest = (emitting: Emitting, entity: EntityModel, examples: ExampleRows, addresses: AddressOf): string => {
  const cases = casesOf(emitting, entity, examples, addresses)
  return sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}(${stringLiteral(entity.name)}, () => {
        let service: ${importedType('./support.ts', 'Running')}
        ${imported('node:test', 'beforeEach')}(async () => {
          service = await ${imported('./support.ts', 'startService')}()
        })
        ${imported('node:test', 'afterEach')}(() => service.close())

        ${cases}
      })
    `,
  )
}

const casesOf = (
  emitting: Emitting,
  entity: EntityModel,
  examples: ExampleRows,
  addresses: AddressOf,
): readonly Code[] => {
  const row = examples.rows[entity.name]?.[0]
  const can = (role: string, action: string, of = row) =>
    of !== undefined &&
    isAllowedExample(emitting.model, examples, { role, entity: entity.name, action, row: of, claims: 0 })
  const given: Given = { emitting, entity, examples, row, addresses, can }
  return [...readCases(given), ...listCases(given), ...createCases(given), ...updateCases(given), ...deleteCases(given)]
}

interface Given {
  readonly emitting: Emitting
  readonly entity: EntityModel
  readonly examples: ExampleRows
  readonly row: JsonObject | undefined
  readonly addresses: AddressOf
  can(role: string, action: string, of?: JsonObject): boolean
}

const equal = imported('node:assert/strict', 'deepEqual')
const testCase = (name: string, body: Code): Code => code`
  ${imported('node:test', 'test')}(${stringLiteral(name)}, async () => {
    ${body}
  })

`

const rolesOf = ({ emitting }: Given) => emitting.model.access.roles

/** Roles that no rule allows the action for any row: refused whatever the row. */
const refusedRoles = (given: Given, action: string): readonly string[] =>
  rolesOf(given).filter(
    (role) =>
      !given.emitting.model.access.rules.some(
        (rule) =>
          rule.effect === 'permit' &&
          (rule.entity === null || rule.entity === given.entity.name) &&
          rule.actions.includes(action) &&
          (rule.roles.length === 0 || rule.roles.includes(role)),
      ),
  )

const shownTo = ({ entity, can }: Given, role: string, row: JsonObject): JsonObject =>
  Object.fromEntries(
    entity.fields
      .filter(({ reveal }) => reveal === undefined || can(role, `reveal:${reveal}`))
      .map(({ name }) => [name, row[name] ?? null]),
  )

const readCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses } = given
  const address = row && addresses(entity.name, 'read', row)
  if (!row || !address || !entity.offers.includes('read')) return []
  const reader = rolesOf(given).find((role) => given.can(role, 'read'))
  const gone = addresses(entity.name, 'read', given.examples.rows[entity.name]?.[0] ? absentKey(given) : row)
  return [
    testCase(
      'nobody reads without a token',
      code`
      const answer = await service.ask('GET', ${stringLiteral(address)})
      ${equal}([answer.status, answer.body.code], [401, 'unauthenticated'])
    `,
    ),
    ...refusedRoles(given, 'read').map((role) =>
      testCase(
        `${role} may not read`,
        code`
        const answer = await service.ask('GET', ${stringLiteral(address)}, { role: ${stringLiteral(role)} })
        ${equal}([answer.status, answer.body.code], [403, 'forbidden'])
      `,
      ),
    ),
    ...(reader === undefined
      ? []
      : [
          testCase(
            `${reader} reads a row as it is stored`,
            code`
        const answer = await service.ask('GET', ${stringLiteral(address)}, { role: ${stringLiteral(reader)} })
        ${equal}(answer.status, 200)
        const expected = ${literal(shownTo(given, reader, row) as Json)}
        for (const [name, value] of Object.entries(expected)) ${equal}([name, answer.body[name]], [name, value])
      `,
          ),
          ...(gone && gone !== address
            ? [
                testCase(
                  `${reader} does not find a row that is not there`,
                  code`
        const answer = await service.ask('GET', ${stringLiteral(gone)}, { role: ${stringLiteral(reader)} })
        ${equal}([answer.status, answer.body.code], [404, 'not-found'])
      `,
                ),
              ]
            : []),
        ]),
  ]
}

/** A key like the others that no row has. */
const absentKey = ({ entity, examples }: Given): JsonObject => {
  const [first] = entity.key
  const types = entity.fields.find(({ name }) => name === first)
  const other = examples.rows[entity.name]?.[0] ?? {}
  if (!first || !types) return other
  const value: Json =
    types.type.kind === 'uuid'
      ? '0190f5c6-7b1e-7c3a-9a55-ffffffffffff'
      : types.type.kind === 'text'
        ? 'not-there'
        : (other[first] ?? null)
  return { ...other, [first]: value }
}

const listCases = (given: Given): readonly Code[] => {
  const { entity, addresses, examples, can } = given
  const address = addresses(entity.name, 'list', {})
  if (!address || !entity.offers.includes('list')) return []
  const lister = rolesOf(given).find((role) => can(role, 'list'))
  const expected = (examples.rows[entity.name] ?? []).filter(
    (row) => lister !== undefined && can(lister, 'list', row),
  ).length
  return [
    ...refusedRoles(given, 'list').map((role) =>
      testCase(
        `${role} may not list`,
        code`
        const answer = await service.ask('GET', ${stringLiteral(address)}, { role: ${stringLiteral(role)} })
        ${equal}([answer.status, answer.body.code], [403, 'forbidden'])
      `,
      ),
    ),
    ...(lister === undefined || entity.key.length === 0
      ? []
      : [
          testCase(
            `${lister} walks every page and sees each of its rows once`,
            code`
        const seen = new Set<string>()
        let path: string | null = ${stringLiteral(`${address}?limit=1`)}
        for (let pages = 0; path !== null && pages < 10; pages++) {
          const answer = await service.ask('GET', path, { role: ${stringLiteral(lister)} })
          ${equal}(answer.status, 200)
          for (const item of answer.body.items) seen.add(JSON.stringify([${entity.key.map((field) => `item${propertyAccess(field)}`).join(', ')}]))
          path = answer.body.next === null ? null : ${stringLiteral(`${address}?limit=1&after=`)} + answer.body.next
        }
        ${equal}([seen.size, path], [${expected}, null])
      `,
          ),
        ]),
  ]
}

const bodyOf = ({ entity }: Given, row: JsonObject, isCreate: boolean): Record<string, Json> =>
  Object.fromEntries(
    entity.fields
      .filter(({ writable }) => writable === 'always' || (isCreate && writable === 'create'))
      .map(({ name }) => [name, row[name] ?? null]),
  )

const createCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses, can } = given
  const address = addresses(entity.name, 'create', {})
  if (!address || !row || !entity.offers.includes('create')) return []
  const creator = rolesOf(given).find((role) => can(role, 'create') && can(role, 'read') && isFree(given, role))
  if (creator === undefined) return []
  const body = { ...bodyOf(given, row, true), ...freshValues(given) }
  const isLinked = entity.fields.some((field) => isOneToOne(given, field))
  return [
    ...(isLinked || !isFresh(given)
      ? []
      : [
          testCase(
            `what ${creator} creates reads back as it was sent`,
            code`
        const body = ${literal(body as Json)}
        const made = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body })
        ${equal}(made.status, 201)
        const answer = await service.ask('GET', String(made.headers.location), { role: ${stringLiteral(creator)} })
        for (const [name, value] of Object.entries(body)) ${equal}([name, answer.body[name]], [name, value])
      `,
          ),
        ]),
    testCase(
      `${creator} cannot send a field that is not there`,
      code`
      const answer = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body: { ...${literal(body as Json)}, notAField: 1 } })
      ${equal}([answer.status, answer.body.errors], [422, [{ path: '/notAField', code: 'unknown', message: ${stringLiteral(`${entity.name} has no field "notAField".`)} }]])
    `,
    ),
    ...violations(given, body).map(({ field, value, code: error }) =>
      testCase(
        `${field} refuses what is ${error}`,
        code`
        const answer = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body: { ...${literal(body as Json)}, ${`${propertyName(field)}: ${literal(value)}`} } })
        ${equal}(answer.status, 422)
        ${equal}(answer.body.errors.map((each: { path: string; code: string }) => [each.path, each.code]), [[${stringLiteral(`/${field}`)}, ${stringLiteral(error)}]])
      `,
      ),
    ),
  ]
}

/** Nothing that must be written is hidden from the role. */
const isFree = ({ entity, can }: Given, role: string): boolean =>
  entity.fields.every(({ reveal }) => reveal === undefined || can(role, `reveal:${reveal}`))

const isOneToOne = ({ entity }: Given, field: FieldModel): boolean =>
  entity.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name) &&
  entity.relations.some(({ kind, from }) => kind === 'one' && from.includes(field.name))

/** Values of unique fields, and of keys that clients give, that no example row has yet. */
const freshValues = ({ entity, emitting }: Given): Record<string, Json> => {
  const other = exampleRows(emitting.model, rowCount + 5).rows[entity.name]?.[rowCount + 4] ?? {}
  const fresh = entity.fields.filter(
    ({ name, writable }) =>
      writable !== 'never' &&
      (entity.key.includes(name) || entity.unique.some(({ fields }) => fields.includes(name))) &&
      !entity.relations.some(({ from, kind }) => kind === 'one' && from.includes(name)),
  )
  return Object.fromEntries(fresh.map(({ name }) => [name, other[name] ?? null]))
}

/** Whether the fresh values make the row a new one: a key of references alone would repeat a row. */
const isFresh = (given: Given): boolean => {
  const fresh = Object.keys(freshValues(given))
  const isGenerated = given.entity.fields.some(
    ({ name, writable }) => given.entity.key.includes(name) && writable === 'never',
  )
  const keyIsFresh = isGenerated || given.entity.key.some((field) => fresh.includes(field))
  return keyIsFresh && given.entity.unique.every(({ fields }) => fields.some((field) => fresh.includes(field)))
}

interface Violation {
  readonly field: string
  readonly value: Json
  readonly code: string
}

/** One bad value for each constraint of each field, as the runtime's own reader judges it. */
const violations = ({ entity, emitting }: Given, body: Readonly<Record<string, Json>>): readonly Violation[] =>
  entity.fields
    .filter(({ name }) => name in body && /^[\w$]+$/.test(name))
    .flatMap((field) => {
      const found = new Map<string, Violation>()
      for (const value of badValues(field)) {
        const reading = readingAt('2026-06-15T12:00:00Z', emitting.model.types)
        readMember(field, value, '', reading)
        const [error] = reading.errors
        if (reading.errors.length === 1 && error?.path === '' && !found.has(error.code))
          found.set(error.code, { field: field.name, value, code: error.code })
      }
      return [...found.values()]
    })

const badValues = ({ type }: FieldModel): readonly Json[] => {
  switch (type.kind) {
    case 'text':
      return [
        7,
        ...(type.lengthMin ? [''] : []),
        ...(type.lengthMax !== undefined && type.lengthMax < 300 ? ['x'.repeat(type.lengthMax + 1)] : []),
        ...(type.pattern !== undefined ? ['\u00a1'] : []),
        ...(type.format ? ['not one'] : []),
      ]
    case 'int32':
    case 'float64':
      return [
        '7',
        1.5,
        ...(type.min === undefined ? [] : [type.min - 1]),
        ...(type.max === undefined ? [] : [type.max + 1]),
      ]
    case 'decimal':
      return [
        7,
        'seven',
        `0.${'1'.repeat(type.scale + 1)}`,
        ...(type.min === undefined ? [] : [`-${'9'.repeat(Math.max(type.precision - type.scale, 1))}`]),
      ]
    case 'date':
      return [
        '2026-02-30',
        7,
        ...(type.max === undefined ? [] : ['9999-12-31']),
        ...(type.min === undefined ? [] : ['0001-01-01']),
      ]
    case 'instant':
      return ['2026-02-28T25:00:00Z', 7, ...(type.max === undefined ? [] : ['9999-12-31T00:00:00Z'])]
    case 'enum':
      return ['not one of them', 7]
    case 'boolean':
      return ['true']
    case 'uuid':
      return ['not a uuid']
    default:
      return []
  }
}

const updateCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses, can } = given
  const address = row && addresses(entity.name, 'update', row)
  if (!row || !address || !entity.offers.includes('update')) return []
  const writer = rolesOf(given).find((role) => can(role, 'update') && can(role, 'read'))
  const field = entity.fields.find(
    ({ type, writable, reveal, name }) =>
      type.kind === 'text' &&
      !type.pattern &&
      !type.format &&
      writable === 'always' &&
      reveal === undefined &&
      given.examples.rows[entity.name]?.[1]?.[name] !== row[name] &&
      !isTied(given, name),
  )
  return [
    ...refusedRoles(given, 'update')
      .filter((role) => role !== writer)
      .map((role) =>
        testCase(
          `${role} may not change a row`,
          code`
        const answer = await service.ask('PATCH', ${stringLiteral(address)}, { role: ${stringLiteral(role)}, body: {} })
        ${equal}([answer.status, answer.body.code], [403, 'forbidden'])
      `,
        ),
      ),
    ...(writer === undefined || !field
      ? []
      : [
          testCase(
            `${writer} changes ${field.name} and nothing else; a stale tag is refused`,
            code`
        const before = await service.ask('GET', ${stringLiteral(address)}, { role: ${stringLiteral(writer)} })
        const body = { ${propertyName(field.name)}: ${literal(given.examples.rows[entity.name]?.[1]?.[field.name] ?? null)} }
        const headers = { 'if-match': String(before.headers.etag) }
        const changed = await service.ask('PATCH', ${stringLiteral(address)}, { role: ${stringLiteral(writer)}, body, headers })
        ${equal}([changed.status, changed.body], [200, { ...before.body, ...body }])
        const stale = await service.ask('PATCH', ${stringLiteral(address)}, { role: ${stringLiteral(writer)}, body, headers })
        ${equal}([stale.status, stale.body.code], [412, 'precondition-failed'])
      `,
          ),
        ]),
  ]
}

/** Whether a rule speaks of the field: changing it could take the row out of reach. */
const isTied = ({ emitting, entity }: Given, field: string): boolean =>
  emitting.model.access.rules.some(({ when }) => when !== undefined && JSON.stringify(when).includes(`"${field}"`)) ||
  entity.checks.some(({ fields }) => fields.includes(field)) ||
  entity.key.includes(field)

const deleteCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses } = given
  const address = row && addresses(entity.name, 'delete', row)
  if (!row || !address || !entity.offers.includes('delete')) return []
  return refusedRoles(given, 'delete').map((role) =>
    testCase(
      `${role} may not delete`,
      code`
      const answer = await service.ask('DELETE', ${stringLiteral(address)}, { role: ${stringLiteral(role)} })
      ${equal}([answer.status, answer.body.code], [403, 'forbidden'])
    `,
    ),
  )
}
