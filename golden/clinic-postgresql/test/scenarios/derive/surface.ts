import {
  evaluate,
  type Json,
  type JsonObject,
  type OperationModel,
  type RouteModel,
} from '../../../src/runtime/index.ts'
import { exampleValue, inDevelopment } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { badValues } from './bad-values.ts'
import { invalid } from './creation-plan.ts'
import { aboutEntity, type Derivation, filledPath, mayEver } from './derivation.ts'

/** What is true of the service whatever its entities: addresses, methods, keys that no row has, custom operations. */
export const surfaceScenarios = (deriving: Derivation): readonly Scenario[] => [
  ...addresses(deriving),
  ...deriving.model.entities.flatMap((entity) => absentKeys(deriving, entity.name)),
  ...deriving.model.operations.flatMap((operation) => operationScenarios(deriving, operation)),
  ...(deriving.model.routes ?? []).flatMap((route) => routeScenarios(deriving, route)),
]

const anyType = { accept: '*/*' }

/** What its code does nobody knows: who comes to it does not depend on that. */
const routeScenarios = (deriving: Derivation, own: RouteModel): readonly Scenario[] => {
  const { model, surface } = deriving
  const route = surface.routes.find((each) => each.kind === 'own' && each.operation === own.name)
  const input = inputOf(own, model.types)
  const path = route && filledPath(route.path, (input.params ?? {}) as JsonObject)
  if (!route || !path || own.route.isOpen) return []
  const { method } = route
  const refused = model.access.roles.filter((role) => !mayCall(deriving, own, role))
  return [
    {
      id: `${own.name}.access`,
      title: `${own.name} is for those the rules name`,
      cites: ['precedence', 'routes'],
      rows: 'any',
      writes: false,
      in: 'rest',
      steps: [
        { as: null, method, path, headers: anyType, expect: { status: 401 } },
        ...refused.map((role) => ({ as: role, method, path, headers: anyType, expect: { status: 403 } })),
      ],
    },
  ]
}

const addresses = ({ surface, model }: Derivation): readonly Scenario[] => {
  const list = surface.routes.find(({ kind, keyFields }) => kind === 'list' && keyFields.length === 0)
  const [role = null] = model.access.roles
  return [
    {
      id: 'service.addresses',
      title: 'an address that is not there is 404, a method that is not offered 405 with those that are',
      cites: ['problems'],
      rows: 'any',
      writes: false,
      steps: [
        {
          as: role,
          method: 'GET',
          path: `${surface.base}/not-a-thing`,
          expect: { status: 404, body: [{ at: '/code', equals: 'not-found' }] },
        },
        ...(list
          ? [
              {
                as: role,
                method: 'DELETE',
                path: list.path,
                expect: {
                  status: 405,
                  headers: { allow: { contains: 'GET' } },
                  body: [{ at: '/code', equals: 'method-not-allowed' }],
                },
              } as const,
              {
                as: null,
                method: 'OPTIONS',
                path: list.path,
                expect: { status: 204, headers: { allow: { contains: 'GET' } } },
              } as const,
              {
                as: null,
                method: 'GET',
                path: list.path,
                headers: { authorization: 'Basic dXNlcjpwYXNz' },
                expect: { status: 401 },
              } as const,
              { as: role, method: 'GET', path: `${list.path}?${'x'.repeat(9000)}=1`, expect: { status: 414 } } as const,
              {
                as: null,
                method: 'GET',
                path: list.path,
                headers: { 'x-request-id': 'given-id' },
                expect: {
                  status: 401,
                  headers: { 'x-request-id': { equals: 'given-id' } },
                  body: [{ at: '/requestId', equals: 'given-id' }],
                },
              } as const,
            ]
          : []),
      ],
    },
  ]
}

/** A key that no row has is not found; one that is not of the key's form is named. */
const absentKeys = (deriving: Derivation, name: string): readonly Scenario[] => {
  const entity = deriving.model.entities.find((each) => each.name === name)
  if (entity?.key.length !== 1) return []
  const about = aboutEntity(deriving, entity)
  const [key = ''] = entity.key
  const type = entity.fields.find((field) => field.name === key)?.type
  const absent: Json | null =
    type?.kind === 'uuid' ? '0190f5c6-7b1e-7c3a-9a55-ffffffffffff' : type?.kind === 'text' ? 'not-there' : null
  const path = absent === null ? null : about.path('read', { [key]: absent })
  const role = deriving.model.access.roles.find((each) => about.mayEver(each, 'read'))
  if (!path || role === undefined) return []
  const wrong = type?.kind === 'uuid' ? about.path('read', { [key]: 'NOT-A-UUID' }) : null
  return [
    {
      id: `${name}.read.absent`,
      title: `a key that no ${name} has is not found`,
      cites: ['precedence'],
      rows: 'any',
      writes: false,
      steps: [
        { as: role, method: 'GET', path, expect: { status: 404, body: [{ at: '/code', equals: 'not-found' }] } },
        ...(wrong
          ? [{ as: role, method: 'GET', path: wrong, expect: invalid([[`/key/${key}`, 'format']]) } as const]
          : []),
      ],
    },
  ]
}

const operationScenarios = (deriving: Derivation, operation: OperationModel): readonly Scenario[] => {
  const { model, surface } = deriving
  const route = surface.routes.find((each) => each.kind === 'operation' && each.operation === operation.name)
  const entity = model.entities.find(({ name }) => name === operation.entity)
  const about = entity && aboutEntity(deriving, entity)
  const row = about?.rows[0]
  const path = route && filledPath(route.path, row)
  if (!route || !path) return []
  if (route.method === 'GET') return readings(deriving, operation, path)
  const isFor = (role: string): boolean => mayCall(deriving, operation, role)
  const allowed = model.access.roles.find((role) => (about ? about.can(role, operation.name, row) : isFor(role)))
  const input = inputOf(operation, model.types)
  const ask = (as: string | null, body: JsonObject, expect: Step['expect']): Step => ({
    as,
    method: route.method,
    path,
    body,
    expect,
  })
  const bad = operation.input.flatMap((member) =>
    badValues(member, model).flatMap((alike) => alike.map((each) => ({ member, ...each }))),
  )
  return [
    {
      id: `${operation.name}.access`,
      title: `${operation.name} is for those the rules name`,
      cites: ['precedence', 'authorisation'],
      rows: 'example',
      writes: true,
      steps: [
        ask(null, input, { status: 401 }),
        ...model.access.roles.filter((role) => !isFor(role)).map((role) => ask(role, input, { status: 403 })),
        // On no row, whoever the rules name may call it: what it does not declare is then all that is wrong.
        ...model.access.roles
          .filter((role) => !about && isFor(role))
          .map((role) => ask(role, { ...input, notAMember: 1 }, { status: 422 })),
      ],
    },
    ...(allowed === undefined
      ? []
      : [
          {
            id: `${operation.name}.input`,
            title: `${operation.name} takes the input it declares and no other`,
            cites: ['input'],
            rows: 'example' as const,
            writes: true,
            // Where a style has no place for the input of an operation without one, it says so of that place.
            ...(operation.input.length === 0 && { in: 'rest' as const }),
            steps: [
              ask(allowed, { ...input, notAMember: 1 }, invalid([['/notAMember', 'unknown']])),
              ...bad.map(({ member, value, code, path: inside }) =>
                ask(allowed, { ...input, [member.name]: value }, invalid([[`/${member.name}${inside}`, code]])),
              ),
            ],
          },
        ]),
  ]
}

/** Whether some rule allows the role the operation; of one on no entity, rules that speak of none decide, on the caller alone. */
const mayCall = ({ model, examples }: Derivation, { name, entity }: OperationModel, role: string): boolean => {
  const subject = { id: '', roles: [role], attributes: examples.attributes[0] ?? {}, ...inDevelopment }
  const rules = model.access.rules.filter(
    (rule) =>
      (rule.entity === null && (!rule.when || evaluate(rule.when, {}, subject) === true)) || rule.entity === entity,
  )
  return mayEver(entity === undefined ? rules.map(({ when: _, ...rule }) => rule) : rules, role, name)
}

/** What is asked in an address: parameters that are known, of their form, and given once. */
const readings = (deriving: Derivation, operation: OperationModel, path: string): readonly Scenario[] => {
  const { roles } = deriving.model.access
  const [allowed] = roles.filter((role) => mayCall(deriving, operation, role))
  const denied = roles.filter((role) => !mayCall(deriving, operation, role))
  const get = (as: string | null, query: string, expect: Step['expect']): Step => ({
    as,
    method: 'GET',
    path: `${path}${query}`,
    expect,
  })
  const wrong = (query: string, at: string, code: string): readonly Step[] =>
    allowed === undefined ? [] : [get(allowed, query, invalid([[at, code]]))]
  return [
    {
      id: `${operation.name}.readings`,
      title: `${operation.name} takes the parameters it declares, each once, and is for those the rules name`,
      cites: ['input', 'precedence'],
      rows: 'example',
      writes: false,
      in: 'rest',
      steps: [
        get(null, '', { status: 401 }),
        ...denied.map((role) => get(role, '', { status: 403 })),
        ...roles
          .filter((role) => mayCall(deriving, operation, role))
          .map((role) => get(role, '?notAMember=1', invalid([['?notAMember', 'unknown']]))),
        ...operation.input.flatMap(({ name, type }) =>
          type.kind === 'int32'
            ? [
                ...wrong(`?${name}=x`, `/${name}`, 'wrong-type'),
                ...wrong(`?${name}=1&${name}=1`, `?${name}`, 'duplicate'),
              ]
            : [],
        ),
      ],
    },
  ]
}

/** An input of values that are as declared. */
export const inputOf = ({ input }: OperationModel, types: Derivation['model']['types']): JsonObject =>
  Object.fromEntries(input.map(({ name, type }) => [name, exampleValue(type, { types, ordinal: 0, name }) ?? null]))
