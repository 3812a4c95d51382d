import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import { stringLiteral } from '../text.ts'
import { equal, type Given, refusedRoles, rolesOf, serviceRowType, testCase } from './given.ts'

/** `test/service/record.test.ts`: what is on record of each call, of those that are refused too. */
export const recordTest = (emitting: Emitting, entities: readonly Given[]): string | null => {
  const cases = entities.flatMap(recordCases)
  if (cases.length === 0) return null
  return sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}('record', { concurrency: true }, () => {
        let service: ${importedType('../support.ts', 'Running')}
        ${imported('node:test', 'before')}(async () => {
          service = await ${imported('../support.ts', 'startService')}()
        })
        ${imported('node:test', 'after')}(() => service.close())

        /** Entries of a row with a request's id, once there is one: reads are on record within a second. */
        const entriesOf = async (trail: string, role: string, requestId: string): Promise<${serviceRowType}[]> => {
          for (let attempt = 0; ; attempt++) {
            const { body } = await service.ask('GET', \`\${trail}?limit=100\`, { role })
            const found = (body.items ?? []).filter(({ origin }: ${serviceRowType}) => origin.requestId === requestId)
            if (found.length > 0 || attempt === 60) return found
            await ${imported('node:timers/promises', 'setTimeout')}(50)
          }
        }

        ${cases}
      })
    `,
  )
}

const recordCases = (given: Given): readonly Code[] => {
  const { entity, row, addresses } = given
  const trail = row && addresses(entity.name, 'audit', row)
  const one = row && addresses(entity.name, 'read', row)
  const auditor = rolesOf(given).find((role) => given.can(role, 'audit'))
  if (!trail || !one || auditor === undefined) return []
  const reader = rolesOf(given).find((role) => given.can(role, 'read'))
  const writer = rolesOf(given).find((role) => given.can(role, 'update'))
  const [outsider] = addresses(entity.name, 'update', row) ? refusedRoles(given, 'update') : []
  const onRecord = (id: string, action: string, role: string, outcome: string): Code => code`
    const entries = await entriesOf(${stringLiteral(trail)}, ${stringLiteral(auditor)}, ${stringLiteral(id)})
    ${equal}(entries.map(({ operation, outcome, roles, origin }) => [operation, outcome, roles, origin.style]), [[${stringLiteral(`${entity.name}.${action}`)}, ${stringLiteral(outcome)}, [${stringLiteral(role)}], 'rest']])
  `
  const ask = (method: string, role: string, id: string, status: number, more: string): Code => code`
    const answer = await service.ask(${stringLiteral(method)}, ${stringLiteral(one)}, { role: ${stringLiteral(role)}, ${more}headers: { 'x-request-id': ${stringLiteral(id)}${method === 'PATCH' && status === 412 ? ", 'if-match': '\"stale\"'" : ''} } })
    ${equal}(answer.status, ${status})
  `
  const title = entity.name
  return [
    ...(reader === undefined
      ? []
      : [
          testCase(
            `a read of ${title} is on record`,
            code`
            ${ask('GET', reader, `read-${title}`, 200, '')}
            ${onRecord(`read-${title}`, 'read', reader, 'ok')}
          `,
          ),
        ]),
    ...(outsider === undefined
      ? []
      : [
          testCase(
            `a refused change of ${title} is on record before it is answered`,
            code`
            ${ask('PATCH', outsider, `refused-${title}`, 403, 'body: {}, ')}
            ${onRecord(`refused-${title}`, 'update', outsider, 'forbidden')}
          `,
          ),
        ]),
    ...(writer === undefined || !addresses(entity.name, 'update', row)
      ? []
      : [
          testCase(
            `a change of ${title} that comes too late is on record`,
            code`
            ${ask('PATCH', writer, `stale-${title}`, 412, 'body: {}, ')}
            ${onRecord(`stale-${title}`, 'update', writer, 'precondition-failed')}
          `,
          ),
        ]),
    testCase(
      `the record of ${title} comes in pages, newest first, each entry once`,
      code`
      for (const id of ['first', 'second', 'third'])
        await service.ask('GET', ${stringLiteral(trail)}, { role: ${stringLiteral(auditor)}, headers: { 'x-request-id': id } })
      await entriesOf(${stringLiteral(trail)}, ${stringLiteral(auditor)}, 'third')
      const first = await service.ask('GET', ${stringLiteral(`${trail}?limit=1`)}, { role: ${stringLiteral(auditor)} })
      ${equal}([first.body.items.length, typeof first.body.next], [1, 'string'])
      const second = await service.ask('GET', ${stringLiteral(`${trail}?limit=1&after=`)} + encodeURIComponent(first.body.next), { role: ${stringLiteral(auditor)} })
      ${imported('node:assert/strict', 'notEqual')}(second.body.items[0].id, first.body.items[0].id)
      for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
        ${imported('node:assert/strict', 'ok')}([400, 422].includes((await service.ask('GET', ${stringLiteral(trail)} + query, { role: ${stringLiteral(auditor)} })).status), query)
    `,
    ),
  ]
}
