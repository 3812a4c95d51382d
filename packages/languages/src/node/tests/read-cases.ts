import { type FieldModel, type Json, type JsonObject, maskedText } from '@charter/runtime'
import { type Code, code } from '../../code.ts'
import { literal, propertyAccess, stringLiteral } from '../text.ts'
import { equal, type Given, refusedRoles, rolesOf, shownTo, testCase } from './given.ts'

/** Reading a row: as stored, for whom it is, and not for others. */
export const readCases = (given: Given): readonly Code[] => {
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
    ...maskedCases(given, address, row),
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

/** What a role reads that no rule lets it reveal anything: masks in the place of values. */
const maskedCases = (given: Given, address: string, row: JsonObject): readonly Code[] =>
  rolesOf(given)
    .filter((role) => given.can(role, 'read'))
    .flatMap((role) => {
      const hidden = given.entity.fields.filter(
        ({ reveal, protect, mask }) =>
          reveal !== undefined &&
          protect?.kind !== 'tokenize' &&
          mask?.kind !== 'year' &&
          refusedRoles(given, `reveal:${reveal}`).includes(role),
      )
      if (hidden.length === 0) return []
      const shown = Object.fromEntries(hidden.map(({ name, mask }) => [name, maskOf(mask, row[name] ?? null)]))
      return [
        testCase(
          `${role} sees no value that it may not`,
          code`
          const answer = await service.ask('GET', ${stringLiteral(address)}, { role: ${stringLiteral(role)} })
          const expected = ${literal(shown)}
          for (const [name, value] of Object.entries(expected)) ${equal}([name, answer.body[name]], [name, value])
        `,
        ),
      ]
    })

const maskOf = (mask: FieldModel['mask'], value: Json): Json => {
  if (mask?.kind !== 'last' || typeof value !== 'string') return null
  return maskedText(value, mask.keep)
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

/** Listing: every page, every row of one's own once. */
export const listCases = (given: Given): readonly Code[] => {
  const { entity, addresses, examples, can } = given
  const address = addresses(entity.name, 'list', {})
  if (!address || !entity.offers.includes('list')) return []
  const counts = rolesOf(given)
    .filter((role) => can(role, 'list'))
    .map((role) => ({ role, rows: (examples.rows[entity.name] ?? []).filter((row) => can(role, 'list', row)).length }))
    .sort((a, b) => b.rows - a.rows)
  const [{ role: lister, rows: expected } = { role: undefined, rows: 0 }] = counts
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
          path = answer.body.next === null ? null : \`${address}?limit=1&after=\${answer.body.next}\`
        }
        ${equal}([seen.size, path], [${expected}, null])
      `,
          ),
        ]),
  ]
}
