import type { JsonObject } from '../../../src/runtime/index.ts'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { fileDescriptor, type GrpcSurface, knownFiles } from '../surfaces.ts'
import { type About, aboutEntity, type Derivation, listed } from './derivation.ts'
import { longField } from './long-rows.ts'
import { framed, integer, lengthy } from './protobuf.ts'

/** Answers that come in many messages, how many may be open at once, and the contract to the letter. */
export const grpcStreamScenarios = (
  deriving: Derivation,
  surface: GrpcSurface,
  scenario: (id: string, title: string, steps: readonly Step[]) => Scenario,
): readonly Scenario[] => [
  ...streams(deriving, surface).map(({ name, steps }) => ({
    ...scenario(`streams.${name}`, 'rows come page by page to whoever may ask, and others are refused', steps),
    rows: 'example' as const,
  })),
  ...sorts(deriving, surface).map((steps) =>
    scenario('sorts', 'an order is names with commas between them, each with its direction or none', steps),
  ),
  scenario('watchers', 'who watches without end does so a bounded number of times', watchers),
  scenario('descriptors', 'reflection gives the contract byte by byte', descriptors(surface)),
]

const ended = (status: number, more: Expect = {}): Expect => ({
  status: 200,
  ...more,
  headers: { 'grpc-status': { equals: String(status) } },
})

const call = (as: string | null, path: string, bytes: Buffer, expect: Expect): Step => ({
  as,
  method: 'POST',
  path,
  bytes: framed(bytes),
  expect,
})

/** Lists page by page, and changes: the end of the first comes, that of the others does not. */
const streams = (
  deriving: Derivation,
  surface: GrpcSurface,
): readonly { readonly name: string; readonly steps: readonly Step[] }[] =>
  surface.services.flatMap(({ name, of, methods }) => {
    const entity = deriving.model.entities.find((each) => each.name === of)
    const about = entity && aboutEntity(deriving, entity)
    if (!about) return []
    const { roles } = deriving.model.access
    const longest = deriving.model.limits.pageSizeMax
    const insider = roles.find((role) => about.mayEver(role, 'list'))
    const outsider = roles.find((role) => !about.mayEver(role, 'list'))
    const keys = (role: string): readonly string[] => keyTextsOf(about, listed(about, role))
    const steps = methods.flatMap(({ kind, name: method, request }): readonly Step[] => {
      const fields = surface.messages.find((message) => message.name === request)?.fields ?? []
      const number = (member: string): number => fields.find((each) => each.member === member)?.number ?? 1000
      if (kind !== 'stream' && kind !== 'changes') return []
      const path = `/${surface.package}.${name}/${method}`
      const cursor = lengthy(number('after'), 'nonsense')
      return [
        ...(insider === undefined ? [] : [call(insider, path, cursor, ended(3))]),
        ...(insider === undefined || kind === 'changes'
          ? []
          : [
              call(insider, path, Buffer.alloc(0), ended(0, { body: pagesOf(inPages(keys(insider), longest)) })),
              ...(longField(about.entity)
                ? []
                : [
                    call(
                      insider,
                      path,
                      integer(number('limit'), 1),
                      ended(0, { body: pagesOf(inPages(keys(insider), 1)) }),
                    ),
                  ]),
            ]),
        ...(insider === undefined || kind === 'stream'
          ? []
          : [{ ...call(insider, path, Buffer.alloc(0), ended(8, { says: ['Too many streams'] })), holds: 100 }]),
        ...(outsider === undefined ? [] : [call(outsider, path, Buffer.alloc(0), ended(7))]),
        call(null, path, Buffer.alloc(0), ended(16)),
      ]
    })
    return steps.length === 0 ? [] : [{ name: of ?? name, steps }]
  })

/** The first part of each key, where it is written as it is. */
const keyTextsOf = ({ entity }: About, rows: readonly JsonObject[]): readonly string[] => {
  const [first] = entity.key
  const kind = entity.fields.find(({ name }) => name === first)?.type.kind
  return rows.map((row) => (first !== undefined && (kind === 'text' || kind === 'uuid') ? String(row[first]) : ''))
}

/** What has no rows is one page still. */
const inPages = (keys: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(keys.length / size)) }, (_, at) => keys.slice(at * size, (at + 1) * size))

/** Messages, each with the keys of its rows. */
const pagesOf = (pages: readonly (readonly string[])[]): NonNullable<Expect['body']> => [
  { at: '', length: pages.length },
  ...pages.flatMap((keys, at) => keys.map((key) => ({ at: `/${at}`, contains: key }))),
]

const sorts = (deriving: Derivation, surface: GrpcSurface): readonly (readonly Step[])[] => {
  for (const { name, of, methods } of surface.services) {
    const entity = deriving.model.entities.find((each) => each.name === of)
    const method = methods.find(({ kind }) => kind === 'list')
    const request = surface.messages.find((message) => message.name === method?.request)
    const sort = request?.fields.find(({ member }) => member === 'sort')
    const row = surface.messages.find((message) => message.name === method?.row)
    const key = row?.fields.find(({ member }) => member === entity?.key[0])
    const about = entity && aboutEntity(deriving, entity)
    const role = about && deriving.model.access.roles.find((each) => about.mayEver(each, 'list'))
    if (!method || !sort || !key || role === undefined) continue
    const path = `/${surface.package}.${name}/${method.name}`
    const by = (text: string, expect: Expect): Step => call(role, path, lengthy(sort.number, text), expect)
    const wrong = ended(3, { says: ['Give fields with commas between them'] })
    return [
      [
        ...['', key.name, `${key.name} asc`, ` ${key.name}  desc `].map((text) => by(text, ended(0))),
        ...[`${key.name} up`, `${key.name} asc desc`, ',', `${key.name},`, ' '].map((text) => by(text, wrong)),
        by('no_such_field', ended(3, { says: ['no_such_field'] })),
      ],
    ]
  }
  return []
}

const watchers: readonly Step[] = [
  {
    ...call(null, '/grpc.health.v1.Health/Watch', Buffer.alloc(0), ended(8)),
    holds: 20,
  },
  {
    ...call(null, '/grpc.health.v1.Health/Check', Buffer.alloc(0), {
      headers: { 'grpc-status': { equals: '0' }, 'max-concurrent-streams': { equals: '256' } },
    }),
  },
]

const descriptors = (surface: GrpcSurface): readonly Step[] => {
  const domain = surface.package
  const name = `${domain.replaceAll('.', '/')}/${domain.slice(0, domain.indexOf('.'))}.proto`
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'
  return [{ name, surface }, ...knownFiles].map((file) =>
    call(null, path, lengthy(3, file.name), ended(0, { says: [fileDescriptor(file).toString()] })),
  )
}
