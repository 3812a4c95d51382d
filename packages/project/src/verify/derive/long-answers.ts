import { type FieldModel, isNeeded, type Json, type JsonObject } from '@charter/runtime'
import type { GrpcSurface } from '@charter/styles'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { type AskedEntity, askedEntities } from './asked-entity.ts'
import { newBody, writable } from './bodies.ts'
import { type Derivation, isProtected, keyOf } from './derivation.ts'
import { envelope, message, soapListing } from './envelope.ts'
import { asOf, type GraphqlAsked, graphqlAskedOf, posted, refused } from './graphql-asked.ts'
import { messageOf } from './grpc-writes.ts'
import { framed, integer, lengthy } from './protobuf.ts'

/** Answers that would be longer than one may be, of few rows that are long: counted as they are made, and as each style writes them. */
export const longAnswerScenarios = (deriving: Derivation): readonly Scenario[] => {
  const [asked] = askedEntities(deriving).flatMap((each) => withLong(each) ?? [])
  if (!asked || !deriving.styles.some(({ style }) => style.name === 'rest')) return []
  return [...inBatches(asked), ...overSoap(asked), ...overGraphql(asked), ...overGrpc(asked), ...overConnect(asked)]
}

/** An entity, and a field of it that holds texts without end. */
interface LongAsked extends AskedEntity {
  readonly long: FieldModel
}

const withLong = (asked: AskedEntity): LongAsked | null => {
  const { about, role, change } = asked
  const { checks } = about.entity
  const long = writable(about, role, 'replace').find(
    (field) =>
      field.type.kind === 'json' &&
      !isProtected(field) &&
      !Object.hasOwn(change, field.name) &&
      !checks.some(({ fields }) => fields.includes(field.name)),
  )
  return long ? { ...asked, long } : null
}

/** Bytes of a value that fits in a body of the usual size, whatever stands beside it. */
const valueBytes = 900_000
/** So many of them are more than the 32 MiB that an answer may be. */
const count = 40

const scenario = (id: string, title: string, steps: readonly Step[], style: Scenario['in']): Scenario => ({
  id: `long-answers.${id}`,
  title,
  cites: ['bounds', 'lengths'],
  rows: 'example',
  writes: true,
  ...(style && { in: style }),
  steps,
})

const made = ({ about, role, list, long, body }: LongAsked, value: string, nth: number): Step => ({
  as: role,
  method: 'POST',
  path: list,
  body: { ...(newBody(about, role, nth) ?? body), [long.name]: value },
  expect: { status: 201 },
})

const filled = ({ role, one, long }: LongAsked, value: string): Step => ({
  as: role,
  method: 'PATCH',
  path: one,
  body: { [long.name]: value },
  expect: { status: 200 },
})

/** Six characters each as JSON, and one as it is counted. */
const escaped = '\u0001'.repeat(valueBytes / 6)

const inBatches = (asked: LongAsked): readonly Scenario[] => {
  const { about, role, row, long } = asked
  const batch = about.surface.routes.find(({ kind }) => kind === 'batch')
  if (!batch || about.model.limits.batchMax < count) return []
  const call = {
    operation: `${about.entity.name}.read`,
    key: keyOf(about.entity, row),
    select: { fields: [long.name] },
  }
  const read = (expect: Expect): Step => ({
    as: role,
    method: 'POST',
    path: batch.path,
    body: { atomic: true, calls: Array.from({ length: count }, () => call) },
    expect,
  })
  return [
    scenario(
      'rest',
      'what many calls of one request are answered with is one answer, and no longer than one',
      [
        filled(asked, 'x'.repeat(valueBytes)),
        read({ status: 200, body: [{ at: '/results', length: count }], says: ['too-large'] }),
        filled(asked, escaped),
        read({ status: [200, 413], says: ['too-large'] }),
      ],
      'rest',
    ),
  ]
}

const overSoap = (asked: LongAsked): readonly Scenario[] => {
  const { about, role } = asked
  const { pageSizeMax } = about.model.limits
  const soap = soapListing(about, about.entity.name)
  const rows = 8
  if (!soap || pageSizeMax < rows + about.rows.length) return []
  return [
    scenario(
      'soap',
      'an answer is no longer than one may be in the letters of XML',
      [
        // Five characters each.
        ...Array.from({ length: rows }, (_, nth) => made(asked, '&'.repeat(valueBytes), nth)),
        message(role, soap, envelope(soap.request(`<select><limit>${pageSizeMax}</limit></select>`)), {
          status: 500,
          says: ['too-large'],
        }),
      ],
      'soap',
    ),
  ]
}

const overGraphql = (asked: LongAsked): readonly Scenario[] => {
  const { about, role, one, row, change, long } = asked
  const found = graphqlAskedOf(about).find((each) => each.about.entity.name === about.entity.name)
  const update = found?.entity.roots.update
  if (!found || update === undefined) return []
  const { entity } = found
  const named = Array.from({ length: count }, (_, at) => `a${at}: ${asOf(entity, long.name)}`).join(' ')
  const large: Expect = { status: [200, 413], body: [{ at: '/errors/0/extensions/code', equals: 'too-large' }] }
  const isDone = 'changed as far as this field'
  const listed = (selection: string, expect: Expect): Step =>
    posted(
      found,
      {
        query: `query Q($v: ${entity.types.filter}) { ${found.listed}(filter: $v) { nodes { ${selection} } } }`,
        variables: {
          v: spelled(
            found,
            mapValues(keyOf(about.entity, row), (value) => ({ eq: value })),
          ),
        },
      },
      expect,
    )
  return [
    scenario(
      'graphql',
      'a value is not answered under many names without end, and a change that was made is told as made',
      [
        posted(
          found,
          {
            query: `mutation M($i: ${entity.types.updateInput}!) { ${update}(input: $i) { ${entity.member} { ${named} } } }`,
            variables: {
              i: {
                key: spelled(found, keyOf(about.entity, row)),
                patch: spelled(found, { ...change, [long.name]: 'x'.repeat(valueBytes) }),
              },
            },
          },
          { ...large, says: [isDone] },
        ),
        {
          as: role,
          method: 'GET',
          path: one,
          expect: {
            status: 200,
            body: Object.entries(change).map(([name, value]) => ({ at: `/${name}`, equals: value })),
          },
        },
        posted(
          found,
          {
            query: `query Q($id: ID!) { node(id: $id) { ... on ${entity.types.object} { ${named} } } }`,
            variables: { id: globalIdOf(found) },
          },
          { ...large, lacks: [isDone] },
        ),
        listed(asOf(entity, long.name), { status: 200, body: [{ at: '/errors', absent: true }] }),
        listed(named, refused(413, 'too-large')),
        filled(asked, escaped),
        posted(
          found,
          {
            query: `query Q($ids: [ID!]!) { nodes(ids: $ids) { ... on ${entity.types.object} { ${asOf(entity, long.name)} } } }`,
            variables: { ids: Array.from({ length: count }, () => globalIdOf(found)) },
          },
          large,
        ),
      ],
      'graphql',
    ),
  ]
}

const globalIdOf = ({ entity, row }: GraphqlAsked): string =>
  Buffer.from(JSON.stringify([entity.node, ...entity.key.map((name) => row[name] ?? null)])).toString('base64url')

const mapValues = (values: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

/** Under GraphQL's names. */
const spelled = ({ entity }: GraphqlAsked, values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([name, value]): [string, Json] => [asOf(entity, name), value]))

/** Three bytes each, and one as it is counted. */
const wide = '€'
/** So many rows of one message each are more than an answer may be. */
const wideRows = Math.ceil(2 ** 25 / valueBytes)

const overGrpc = (asked: LongAsked): readonly Scenario[] => {
  const { about, role, long } = asked
  const { entity, model } = about
  // The surface is the style's own plan.
  const surface = about.styles.find(({ style }) => style.name === 'grpc')?.surface as GrpcSurface | undefined
  const service = surface?.services.find(({ of }) => of === entity.name)
  const [create, list] = ['create', 'list'].map((kind) => service?.methods.find((each) => each.kind === kind))
  if (!surface || !service || !create || !list || model.limits.pageSizeMax < wideRows + about.rows.length) return []
  const value = messageOf(surface, create.request)?.fields.find(({ member }) => member === 'value')
  const limit = messageOf(surface, list.request)?.fields.find(({ member }) => member === 'limit')
  const parts = value?.type.kind === 'message' ? messageOf(surface, value.type.of)?.fields : undefined
  const needed = entity.fields.filter((field) => field.name === long.name || isNeeded(field, 'create'))
  const sent = needed.map(({ name }) => parts?.find(({ member }) => member === name))
  if (!value || !limit || !sent.every((part) => part?.type.kind === 'string' || part?.type.kind === 'json')) return []
  const call = (method: string, bytes: Buffer, status: string, says: readonly string[] = []): Step => ({
    as: role,
    method: 'POST',
    path: `/${surface.package}.${service.name}/${method}`,
    bytes: framed(bytes),
    expect: { headers: { 'grpc-status': { equals: status } }, says },
  })
  const text = JSON.stringify(wide.repeat(valueBytes / 3))
  const made = (nth: number): Buffer => {
    const row = newBody(about, role, nth) ?? {}
    const written = sent.map((part) =>
      lengthy(part?.number ?? 0, part?.member === long.name ? text : String(row[part?.member ?? ''])),
    )
    return lengthy(value.number, Buffer.concat(written))
  }
  return [
    scenario(
      'grpc',
      'a message is no longer than an answer may be in bytes, whatever its letters take',
      [
        ...Array.from({ length: wideRows }, (_, nth) => call(create.name, made(nth), '0')),
        call(list.name, integer(limit.number, model.limits.pageSizeMax), '8', ['Ask for fewer rows']),
      ],
      'grpc',
    ),
  ]
}

/** In protobuf's JSON, at the port of HTTP. */
const overConnect = (asked: LongAsked): readonly Scenario[] => {
  const { about, role } = asked
  const { pageSizeMax } = about.model.limits
  // The surface is the style's own plan.
  const surface = about.styles.find(({ style }) => style.name === 'grpc')?.surface as GrpcSurface | undefined
  const service = surface?.services.find(({ of }) => of === about.entity.name)
  const list = service?.methods.find(({ kind }) => kind === 'list')
  const limit = surface && messageOf(surface, list?.request)?.fields.find(({ member }) => member === 'limit')
  if (!service || !list || !limit || pageSizeMax < wideRows + about.rows.length) return []
  return [
    scenario(
      'connect',
      'a message in JSON is no longer than an answer may be, whatever its letters take',
      [
        ...Array.from({ length: wideRows }, (_, nth) => made(asked, escaped, nth)),
        {
          as: role,
          method: 'POST',
          path: `/${surface.package}.${service.name}/${list.name}`,
          body: { [limit.name]: pageSizeMax },
          expect: { status: 429, body: [{ at: '/code', equals: 'resource_exhausted' }] },
        },
      ],
      'rest',
    ),
  ]
}
