import { isChecked } from '@charter/charter'
import { type Code, code } from '../../code.ts'
import { literal, propertyAccess, propertyName, stringLiteral } from '../text.ts'
import { equal, type Given, refusedRoles, rolesOf, testCase } from './given.ts'

/** Changing a row: that field and no other, and not over somebody else's change. */
export const updateCases = (given: Given): readonly Code[] => {
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
      given.fresh[name] !== row[name] &&
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
        const body = { ${propertyName(field.name)}: ${literal(given.fresh[field.name] ?? null)} }
        const headers = { 'if-match': String(before.headers.etag) }
        const changed = await service.ask('PATCH', ${stringLiteral(address)}, { role: ${stringLiteral(writer)}, body, headers })
        ${equal}([changed.status, changed.body], [200, { ...before.body, ...body${derivedAnew(entity)} }])
        const stale = await service.ask('PATCH', ${stringLiteral(address)}, { role: ${stringLiteral(writer)}, body, headers })
        ${equal}([stale.status, stale.body.code], [412, 'precondition-failed'])
      `,
          ),
        ]),
  ]
}

/** What a hook may give another value as the row is written. */
const derivedAnew = ({ hooks = [], fields }: Given['entity']): string => {
  const derived = hooks.includes('before') ? fields.filter(({ writable }) => writable === 'never') : []
  return derived.map(({ name }) => `, ${propertyName(name)}: changed.body${propertyAccess(name)}`).join('')
}

/** Whether a rule, a check, a key or a reference has a part in the field: changing it alone could be refused. */
const isTied = ({ rules, entity }: Given, field: string): boolean =>
  rules.some(({ when }) => when !== undefined && JSON.stringify(when).includes(`"${field}"`)) ||
  isChecked(entity, field) ||
  entity.key.includes(field) ||
  entity.relations.some(({ kind, from }) => kind === 'one' && from.includes(field))

export const deleteCases = (given: Given): readonly Code[] => {
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
