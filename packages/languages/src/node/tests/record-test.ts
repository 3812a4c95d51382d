import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { stringLiteral } from '../text.ts'
import { equal, type Given, refusedRoles, rolesOf, serviceRowType } from './given.ts'

/** Each look at a trail is on record in it: in shorter pages it grows while it is gone through. */
const trailPageMin = 20

/** `test/service/record.test.ts`: what is on record of each call, of those that are refused too. */
export const recordTest = (emitting: EmitContext, entities: readonly Given[]): string | null => {
  const recorded = entities.flatMap((given) => recordedOf(given) ?? [])
  if (recorded.length === 0 || emitting.model.limits.pageSizeMax < trailPageMin) return null
  return sourceFile(
    emitting.header,
    code`
      interface Call extends ${importedType('../support.ts', 'Asked')} {
        readonly operation: string
        readonly outcome: string
        readonly role: string
        readonly status: number
        readonly method: ${importedType('../support.ts', 'Method')}
      }

      interface Recorded {
        readonly entity: string
        readonly row: string
        readonly trail: string
        readonly auditor: string
        readonly asked: readonly Call[]
      }

      /** Rows whose record may be seen: where it is, by whom, and what is asked of the row. */
      const recorded: readonly Recorded[] = [
        ${recorded}
      ]

      ${imported('node:test', 'describe')}('record', { concurrency: true }, () => {
        let service: ${importedType('../support.ts', 'Running')}
        ${imported('node:test', 'before')}(async () => {
          service = await ${imported('../support.ts', 'startService')}()
        })
        ${imported('node:test', 'after')}(() => service.close())

        /** Entries of a row with a request's id, once there is one: reads are on record within a second. */
        const entriesOf = async (trail: string, role: string, requestId: string): Promise<${serviceRowType}[]> => {
          for (let attempt = 0; ; attempt++) {
            const items: ${serviceRowType}[] = []
            for (let after: string | null = ''; after !== null; ) {
              const { body } = await service.ask('GET', \`\${trail}?limit=\${Math.min(100, service.service.model.limits.pageSizeMax)}\${after}\`, { role })
              items.push(...(body.items ?? []))
              after = (body.next ?? null) === null ? null : \`&after=\${encodeURIComponent(body.next)}\`
            }
            const found = items.filter(({ origin }: ${serviceRowType}) => origin.requestId === requestId)
            if (found.length > 0 || attempt === 60) return found
            await ${imported('node:timers/promises', 'setTimeout')}(50)
          }
        }

        for (const { entity, row, trail, auditor, asked } of recorded) {
          for (const { operation, outcome, role, status, method, ...more } of asked)
            ${imported('node:test', 'test')}(\`\${operation} by \${role} is on record: \${outcome}\`, async () => {
              const requestId = \`\${operation}-\${outcome}\`
              const answer = await service.ask(method, row, { role, ...more, headers: { ...more.headers, 'x-request-id': requestId } })
              ${equal}(answer.status, status)
              const entries = await entriesOf(trail, auditor, requestId)
              ${equal}(entries.map((entry) => [entry.operation, entry.outcome, entry.roles, entry.origin.style]), [[operation, outcome, [role], 'rest']])
            })

          ${imported('node:test', 'test')}(\`the record of \${entity} comes in pages, newest first, each entry once\`, async () => {
            const ask = (query: string, headers = {}) => service.ask('GET', trail + query, { role: auditor, headers })
            for (const id of ['first', 'second', 'third']) await ask('', { 'x-request-id': id })
            await entriesOf(trail, auditor, 'third')
            const walked: ${serviceRowType}[] = []
            for (let after: string | null = ''; after !== null && walked.length < 500; ) {
              const { body } = await ask(\`?limit=\${Math.min(2, service.service.model.limits.pageSizeMax)}\${after}\`)
              walked.push(...body.items)
              after = body.next === null ? null : \`&after=\${encodeURIComponent(body.next)}\`
            }
            ${equal}(new Set(walked.map(({ id }) => id)).size, walked.length)
            const asked = walked.map(({ origin }) => origin.requestId).filter((id) => ['first', 'second', 'third'].includes(id))
            ${equal}(asked, ['third', 'second', 'first'])
            for (const query of ['?limit=0', '?limit=x', '?sort=at', '?notThere=1', '?after=AAAA'])
              ${imported('node:assert/strict', 'ok')}([400, 422].includes((await ask(query)).status), query)
          })
        }
      })
    `,
  )
}

/** A row of an entity whose record somebody may see, and calls of it that come to different outcomes; null where there is none. */
const recordedOf = (given: Given): Code | null => {
  const { entity, row, addresses } = given
  const trail = row && addresses(entity.name, 'audit', row)
  const one = row && addresses(entity.name, 'read', row)
  const auditor = rolesOf(given).find((role) => given.can(role, 'audit'))
  if (!trail || !one || auditor === undefined) return null
  const isUpdated = addresses(entity.name, 'update', row) !== null
  const reader = rolesOf(given).find((role) => given.can(role, 'read'))
  const outsider = isUpdated ? refusedRoles(given, 'update')[0] : undefined
  const writer = isUpdated ? rolesOf(given).find((role) => given.can(role, 'update')) : undefined
  const asked = (role: string | undefined, action: string, outcome: string, call: string): string =>
    role === undefined
      ? ''
      : `{ operation: ${stringLiteral(`${entity.name}.${action}`)}, outcome: '${outcome}', role: ${stringLiteral(role)}, ${call} },`
  return code`
    {
      entity: ${stringLiteral(entity.name)},
      row: ${stringLiteral(one)},
      trail: ${stringLiteral(trail)},
      auditor: ${stringLiteral(auditor)},
      asked: [
        ${asked(reader, 'read', 'ok', "status: 200, method: 'GET'")}
        ${asked(outsider, 'update', 'forbidden', "status: 403, method: 'PATCH', body: {}")}
        ${asked(writer, 'update', 'precondition-failed', `status: 412, method: 'PATCH', body: {}, headers: { 'if-match': '"stale"' }`)}
      ],
    },
  `
}
