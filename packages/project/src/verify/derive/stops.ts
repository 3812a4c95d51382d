import type { GraphqlSurface, GrpcSurface } from '@charter/styles'
import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { framed } from './protobuf.ts'
import { signsIn } from './signs-in.ts'

/** What is open when a service is told to end is ended in order, and each call is logged once. */
export const stopScenarios = (deriving: Derivation): readonly Scenario[] => [silent, ...streams(deriving)]

/** Whoever has a connection and asks nothing is not waited for. */
const silent: Scenario = {
  id: 'rest.stop',
  title: 'a connection on which nothing was asked is closed when the service ends',
  cites: ['problems'],
  rows: 'any',
  writes: false,
  in: 'rest',
  start: { env: {}, says: [] },
  steps: [{ as: null, method: 'GET', path: '/', bare: { lines: [] }, untilStopped: true, expect: { status: 0 } }],
}

const streams = (deriving: Derivation): readonly Scenario[] => {
  for (const entity of deriving.model.entities) {
    const about = aboutEntity(deriving, entity)
    const role = deriving.model.access.roles.find((each) => about.mayEver(each, 'list'))
    if (role === undefined) continue
    const found = [...overGrpc(deriving, entity.name, role), ...overGraphql(deriving, entity.name, role)]
    if (found.length > 0) return found
  }
  return []
}

const scenario = (
  style: 'graphql' | 'grpc',
  steps: readonly Step[],
  more: Partial<Scenario['start']> = {},
): Scenario => ({
  id: `${style}.stop`,
  title: 'a stream that is open when the service ends is told so',
  cites: ['problems'],
  rows: 'any',
  writes: false,
  in: style,
  start: { env: { LOG_LEVEL: 'info' }, says: [], ...more },
  steps,
})

const overGrpc = ({ styles }: Derivation, entity: string, role: string): readonly Scenario[] => {
  const surface = styles.find(({ style }) => style.name === 'grpc')?.surface as GrpcSurface | undefined
  const service = surface?.services.find(({ of }) => of === entity)
  const changes = service?.methods.find(({ kind }) => kind === 'changes')
  if (!surface || !service || !changes) return []
  const path = `/${surface.package}.${service.name}/${changes.name}`
  const watch = (status: string, headers: Step['headers'] = {}): Step => ({
    as: role,
    method: 'POST',
    path,
    headers,
    bytes: framed(Buffer.alloc(0)),
    expect: { headers: { 'grpc-status': { equals: status } } },
  })
  return [
    scenario('grpc', [watch('4', { 'grpc-timeout': '100m' }), { ...watch('14'), untilStopped: true }], {
      logs: { says: [`"route":"${path}"`], lacks: [`"route":"${path}","status":0`] },
    }),
  ]
}

const overGraphql = ({ styles }: Derivation, entity: string, role: string): readonly Scenario[] => {
  const surface = styles.find(({ style }) => style.name === 'graphql')?.surface as GraphqlSurface | undefined
  const changes = surface?.entities.find(({ name }) => name === entity)?.roots.changes
  if (!surface || changes === undefined) return []
  const query = `subscription { ${changes} { __typename } }`
  return [
    scenario('graphql', [
      {
        as: role,
        method: 'GET',
        path: surface.path,
        turns: [
          signsIn,
          { hear: 1 },
          { say: { type: 'subscribe', id: '1', payload: { query } } },
          { untilClosed: true },
        ],
        expect: {
          status: 101,
          body: [
            { at: '/heard', length: 1 },
            { at: '/code', equals: 1001 },
          ],
        },
        untilStopped: true,
      },
    ]),
  ]
}
