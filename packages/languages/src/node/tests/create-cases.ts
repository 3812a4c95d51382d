import { evaluate, type FieldModel, type Json, type JsonObject, pointer, writtenFields } from '@charter/runtime'
import { type Code, code } from '../../code.ts'
import { literal, stringLiteral } from '../text.ts'
import { equal, type Given, rolesOf, rowType, testCase } from './given.ts'
import { violations } from './violations.ts'

const bodyOf = ({ entity }: Given, row: JsonObject): Record<string, Json> =>
  Object.fromEntries(writtenFields(entity, 'create').map(({ name }) => [name, row[name] ?? null]))

/** Who creates rows of the entity, where, and a body that nobody has sent yet; null where nobody can make such a row. */
export const creatingOf = (given: Given): CreateCase | null => {
  const { entity, row, addresses, can } = given
  const address = addresses(entity.name, 'create', {})
  if (!address || !row || !entity.offers.includes('create') || !isFresh(given)) return null
  if (entity.fields.some((field) => isOneToOne(given, field))) return null
  const fresh = freshValues(given)
  const creator = rolesOf(given).find(
    (role) => can(role, 'create', { ...row, ...fresh }) && can(role, 'read') && isFree(given, role),
  )
  return creator === undefined ? null : { creator, address, body: { ...bodyOf(given, row), ...fresh } }
}

/** Creating: what was sent reads back, and each constraint is kept. */
export const createCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses, can } = given
  const address = addresses(entity.name, 'create', {})
  if (!address || !row || !entity.offers.includes('create')) return []
  const creator = rolesOf(given).find((role) => can(role, 'create') && can(role, 'read') && isFree(given, role))
  if (creator === undefined) return []
  const body = { ...bodyOf(given, row), ...freshValues(given) }
  const isLinked = entity.fields.some((field) => isOneToOne(given, field))
  const untold = writtenFields(entity, 'create').flatMap(({ name, isWriteOnly }) => (isWriteOnly ? [name] : []))
  const told = untold.length === 0 ? 'value' : `${literal(untold)}.includes(name) ? undefined : value`
  return [
    ...(isLinked || !isFresh(given) || !can(creator, 'create', { ...row, ...freshValues(given) })
      ? []
      : [
          testCase(
            `what ${creator} creates reads back as it was sent`,
            code`
        const body = ${literal(body as Json)}
        const made = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body })
        ${equal}(made.status, 201)
        const answer = await service.ask('GET', String(made.headers.location), { role: ${stringLiteral(creator)} })
        for (const [name, value] of Object.entries(body)) ${equal}([name, answer.body[name]], [name, ${told}])
      `,
          ),
        ]),
    ...(isLinked || !isFresh(given) ? [] : leastCase(given, { creator, address, body })),
    testCase(
      `${creator} cannot send a field that is not there`,
      code`
      const answer = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body: { ...${literal(body as Json)}, notAField: 1 } })
      ${equal}([answer.status, answer.body.errors], [422, [{ path: '/notAField', code: 'unknown', message: ${stringLiteral(`${entity.name} has no field "notAField".`)} }]])
    `,
    ),
    ...checkCases(given, { creator, address, body }),
    ...violationCases(given, { creator, address, body }),
  ]
}

export interface CreateCase {
  readonly creator: string
  readonly address: string
  readonly body: JsonObject
}

/** Each value that a field does not take, and why. */
const violationCases = (given: Given, { creator, address, body }: CreateCase): readonly Code[] => {
  const fields = given.entity.fields.filter(({ name }) => Object.hasOwn(body, name))
  const found = violations(fields, given.emitting.model.types).map(({ field, value, code: error }) => [
    field,
    value,
    error,
  ])
  if (found.length === 0) return []
  return [
    testCase(
      `${creator} cannot create with what a field does not take`,
      code`
      const valid = ${literal(body)}
      const refused: readonly (readonly [string, unknown, string])[] = ${literal(found)}
      for (const [field, value, code] of refused) {
        const answer = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body: { ...valid, [field]: value } })
        const errors = answer.body.errors?.map((each: ${rowType}) => [each.path, each.code])
        ${equal}([field, value, answer.status, errors], [field, value, 422, [[\`/\${field}\`, code]]])
      }
    `,
    ),
  ]
}

/** No more than must be sent: what is left out is as the charter presets it, or null. */
const leastCase = (given: Given, { creator, address, body }: CreateCase): readonly Code[] => {
  const expected = Object.fromEntries(
    given.entity.fields.flatMap((field) => (Object.hasOwn(body, field.name) ? presetOf(field) : [])),
  )
  const least = Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(expected, name)))
  const row = { ...given.row, ...body, ...expected }
  const isSound = given.entity.checks.every(({ predicate }) => evaluate(predicate, row, nobody) !== false)
  if (Object.keys(expected).length === 0 || !isSound || !given.can(creator, 'create', row)) return []
  return [
    testCase(
      `what ${creator} leaves out is as the charter presets it`,
      code`
        const made = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body: ${literal(least)} })
        ${equal}(made.status, 201)
        const expected = ${literal(expected)}
        for (const [name, value] of Object.entries(expected)) ${equal}([name, made.body[name]], [name, value])
      `,
    ),
  ]
}

/** What stands in a field that nobody sent, where it may be left out and that is the same each time. */
const presetOf = ({ name, isOptional, default: preset }: FieldModel): readonly (readonly [string, Json])[] => {
  if (preset === undefined) return isOptional ? [[name, null]] : []
  return preset.kind === 'value' ? [[name, preset.value]] : []
}

/** What breaks one check and nothing else, of values that example rows have. */
const checkCases = (given: Given, { creator, address, body }: CreateCase): readonly Code[] =>
  given.entity.checks.flatMap((check) => {
    const breaks = (row: JsonObject) =>
      given.entity.checks.every(
        ({ name, predicate }) => (evaluate(predicate, row, nobody) === false) === (name === check.name),
      )
    const broken = check.fields.every((name) => Object.hasOwn(body, name))
      ? combinations(given, check.fields).find(
          (values) =>
            breaks({ ...body, ...values }) && given.can(creator, 'create', { ...given.row, ...body, ...values }),
        )
      : undefined
    if (!broken) return []
    return [
      testCase(
        `${creator} cannot create what breaks ${check.name}`,
        code`
        const body = ${literal({ ...body, ...broken })}
        const answer = await service.ask('POST', ${stringLiteral(address)}, { role: ${stringLiteral(creator)}, body })
        ${equal}([answer.status, answer.body.errors], [422, ${literal([{ path: pointer(check.fields[0] ?? ''), code: 'check', message: check.message }])}])
      `,
      ),
    ]
  })

const nobody = { id: '', roles: [], attributes: {} }

/** Values of the fields, each from any of the first example rows. */
const combinations = ({ entity, examples }: Given, fields: readonly string[]): readonly JsonObject[] =>
  fields
    .slice(0, 4)
    .reduce<readonly JsonObject[]>(
      (so, name) =>
        so.flatMap((each) => (examples.rows[entity.name] ?? []).map((row) => ({ ...each, [name]: row[name] ?? null }))),
      [{}],
    )

/** Nothing that must be written is hidden from the role. */
const isFree = ({ entity, can }: Given, role: string): boolean =>
  entity.fields.every(({ reveal }) => reveal === undefined || can(role, `reveal:${reveal}`))

const isOneToOne = ({ entity }: Given, field: FieldModel): boolean =>
  entity.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name) &&
  entity.relations.some(({ kind, from }) => kind === 'one' && from.includes(field.name))

/** Values of unique fields, and of keys that clients give, that no example row has yet. */
const freshValues = ({ entity, fresh: other }: Given): Record<string, Json> => {
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
