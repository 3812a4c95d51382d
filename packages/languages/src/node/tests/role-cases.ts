import { exampleValue } from '@charter/charter'
import {
  type CrudOperation,
  type EntityModel,
  type JsonObject,
  type OperationModel,
  pathStep,
  type ServiceModel,
  whyDenied,
} from '@charter/runtime'
import { type Code, code, importedType } from '../../code.ts'
import { restSurfaceOf } from '../rest/addresses.ts'
import { literal, propertyAccess, stringLiteral } from '../text.ts'
import { equal, type Given, refusedRoles, rolesOf, rowType, testCase } from './given.ts'
import { violations } from './violations.ts'

const methodType = importedType('./support.ts', 'Method')

const methods = {
  create: 'POST',
  read: 'GET',
  replace: 'PUT',
  update: 'PATCH',
  delete: 'DELETE',
  list: 'GET',
  audit: 'GET',
} as const satisfies Record<CrudOperation, string>

/** Who may do what: every role that the rules allow something to the first row, and every one that they never do. */
export const roleCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses } = given
  if (!row) return []
  const asked = entity.offers.flatMap((action) => {
    const path = addresses(entity.name, action, action === 'create' || action === 'list' ? {} : row)
    return path === null ? [] : [{ action, path }]
  })
  return [...allowedCase(given, asked), ...refusedCase(given, asked), ...operationCases(given)]
}

interface AskedAction {
  readonly action: CrudOperation
  readonly path: string
}

const harmless: readonly CrudOperation[] = ['read', 'list', 'audit', 'update']

const allowedCase = (given: Given, asked: readonly AskedAction[]): readonly Code[] => {
  const table = asked
    .filter(({ action }) => harmless.includes(action))
    .flatMap(({ action, path }) =>
      rolesOf(given)
        .filter((role) => given.can(role, action) && (action !== 'update' || given.can(role, 'read')))
        .map((role) => [role, methods[action], path]),
    )
  if (table.length === 0) return []
  return [
    testCase(
      'each role does what a rule allows it',
      code`
      const allowed: readonly (readonly [string, ${methodType}, string])[] = ${literal(table)}
      for (const [role, method, path] of allowed) {
        const answer = await service.ask(method, path, { role, ...(method === 'PATCH' && { body: {} }) })
        ${equal}([role, method, path, answer.status], [role, method, path, 200])
      }
    `,
    ),
  ]
}

const refusedCase = (given: Given, asked: readonly AskedAction[]): readonly Code[] => {
  const refused = asked.flatMap(({ action, path }) => {
    const ruled = action === 'replace' ? 'update' : action
    return refusedRoles(given, ruled).map((role) => ({ role, action, path, rule: nearestRule(given, ruled, role) }))
  })
  if (refused.length === 0) return []
  const lines = Object.fromEntries(refused.flatMap(({ rule }) => (rule ? [[rule.id, rule.text]] : [])))
  const table = refused.map(({ role, action, path, rule }) => [role, methods[action], path, rule?.id ?? null])
  return [
    testCase(
      'each role is refused what no rule allows it, and told the nearest line of the charter',
      code`
      const lines: { readonly [rule: string]: string } = ${literal(lines)}
      const refused: readonly (readonly [string, ${methodType}, string, string | null])[] = ${literal(table)}
      for (const [role, method, path, rule] of refused) {
        const answer = await service.ask(method, path, { role, ...(method !== 'GET' && method !== 'DELETE' && { body: {} }) })
        ${equal}([role, method, path, answer.status, answer.body.code], [role, method, path, 403, 'forbidden'])
        ${equal}([answer.body.why.rule?.id ?? null, answer.body.why.rule?.text], [rule, lines[rule ?? '']])
      }
    `,
    ),
  ]
}

const nearestRule = ({ emitting, entity }: Given, action: string, role: string) =>
  whyDenied(emitting.model.access.rules, { entity: entity.name, action, principal: { roles: [role] } }).rule

/** Operations on a row: for whom no rule allows them, and with what is no input. */
const operationCases = (given: Given): readonly Code[] => {
  const { emitting, entity, row } = given
  const routes = restSurfaceOf(emitting)?.routes ?? []
  return emitting.model.operations
    .filter((operation) => operation.entity === entity.name && operation.hasKey)
    .flatMap((operation) => {
      const { name } = operation
      const route = routes.find(({ kind, operation }) => kind === 'operation' && operation === name)
      if (!route || !row || route.method !== 'POST') return []
      const path = stringLiteral(pathOf(route.path, row))
      const allowed = rolesOf(given).find((role) => given.can(role, name) && given.can(role, 'read'))
      return [
        ...refusedRoles(given, name).map((role) =>
          testCase(
            `${role} may not do ${name}`,
            code`
            const answer = await service.ask('POST', ${path}, { role: ${stringLiteral(role)}, body: {} })
            ${equal}([answer.status, answer.body.code], [403, 'forbidden'])
          `,
          ),
        ),
        ...(allowed === undefined
          ? []
          : [
              testCase(
                `${name} refuses what it does not take`,
                code`
            const answer = await service.ask('POST', ${path}, { role: ${stringLiteral(allowed)}, body: { notTaken: 1 } })
            ${equal}([answer.status, answer.body.code], [422, 'invalid-input'])
          `,
              ),
              ...inputCases(given, operation, path, allowed),
            ]),
      ]
    })
}

/** Each value that an input does not take, and why: before the body of the operation is asked. */
const inputCases = ({ emitting: { model } }: Given, { name, input }: OperationModel, path: string, role: string) => {
  const valid = Object.fromEntries(
    input.map((member) => [
      member.name,
      exampleValue(member.type, { types: model.types, ordinal: 0, name: member.name }) ?? null,
    ]),
  )
  const found = violations(input, model.types).map(({ field, value, code: error }) => [field, value, error])
  if (found.length === 0) return []
  return [
    testCase(
      `${name} refuses what an input does not take`,
      code`
      const refused: readonly (readonly [string, unknown, string])[] = ${literal(found)}
      for (const [field, value, code] of refused) {
        const answer = await service.ask('POST', ${path}, { role: ${stringLiteral(role)}, body: { ...${literal(valid)}, [field]: value } })
        const errors = answer.body.errors?.map((each: ${rowType}) => [each.path, each.code])
        ${equal}([field, value, answer.status, errors], [field, value, 422, [[\`/\${field}\`, code]]])
      }
    `,
    ),
  ]
}

const pathOf = (path: string, row: JsonObject): string =>
  path
    .split('/')
    .map((step) => (step.startsWith(':') ? pathStep(row[step.slice(1)] ?? null) : step))
    .join('/')

/** A relation along a field behind a reveal is not everybody's to follow. */
const isHiding = ({ fields }: EntityModel, along: readonly string[]): boolean =>
  fields.some(({ name, reveal }) => reveal !== undefined && along.includes(name))

/** Whether so many relations may be included, each with all of its rows. */
const hasRoom = ({ limits }: ServiceModel, found: readonly { readonly rows: readonly JsonObject[] }[]): boolean =>
  limits.includeDepthMax > 0 &&
  found.length <= limits.includeCountMax &&
  found.every(({ rows }) => rows.length <= limits.pageSizeDefault)

/** Rows that are related to the first one: included beside it, and below their own address. */
export const relatedCases = (given: Given): readonly Code[] => {
  const { emitting, entity, row, addresses, examples, can } = given
  const address = row && addresses(entity.name, 'read', row)
  const reader = rolesOf(given).find((role) => can(role, 'read'))
  if (!row || !address || reader === undefined) return []
  const found = entity.relations.flatMap((relation) => {
    const target = emitting.model.entities.find(({ name }) => name === relation.target)
    const rows = (examples.rows[relation.target] ?? []).filter((each) =>
      relation.from.every((field, at) => row[field] !== null && each[relation.to[at] ?? ''] === row[field]),
    )
    const [key] = target?.key ?? []
    if (!target || relation.through || key === undefined || rows.length === 0) return []
    if (isHiding(entity, relation.from) || isHiding(target, relation.to)) return []
    const isAllowed = rows.every((each) => given.canOf(reader, target, relation.kind === 'one' ? 'read' : 'list', each))
    return isAllowed ? [{ relation, key, rows }] : []
  })
  if (found.length === 0 || !hasRoom(emitting.model, found)) return []
  return [
    testCase(
      `${reader} reads a row with what is related to it`,
      code`
      const answer = await service.ask('GET', ${stringLiteral(`${address}?include=${found.map(({ relation }) => relation.name).join(',')}`)}, { role: ${stringLiteral(reader)} })
      ${found.map(({ relation, key, rows }) =>
        relation.kind === 'one'
          ? code`${equal}(answer.body${propertyAccess(relation.name)}${propertyAccess(key)}, ${literal(rows[0]?.[key] ?? null)})`
          : code`${equal}(answer.body${propertyAccess(relation.name)}.items.map((item: ${rowType}) => item${propertyAccess(key)}), ${literal(rows.map((each) => each[key] ?? null))})`,
      )}
    `,
    ),
  ]
}
