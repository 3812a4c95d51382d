import type { ExampleRows } from '@charter/charter'
import type { Json } from '@charter/runtime'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { literal } from '../text.ts'

/** `test/support.ts`: the service on a database of its own. */
export const supportFile = ({ header, model, rows }: EmitContext, { attributes }: ExampleRows): string => {
  const temporary = imported(
    `../src/${rows.connector}/${rows.driver.temporary.replace(/^driver\//, '')}`,
    'makeTemporary',
  )
  const claims = Object.fromEntries(
    model.access.principal.map(({ name, claim }) => [claim, attributes[0]?.[name] ?? null]),
  )
  const tenant = model.access.tenantClaim === undefined ? {} : { [model.access.tenantClaim]: 'tenant-1' }
  const service = '../src/runtime/service/index.ts'
  return sourceFile(
    header,
    code`
      /** Claims of everybody's token: the rules' conditions then give them the first row of each entity. */
      export const claims = ${literal({ ...claims, ...tenant } as Json)}

      export interface Asked {
        readonly role?: string
        /** Sent as JSON; bytes as they are. */
        readonly body?: unknown
        readonly headers?: Readonly<{ [name: string]: string }>
      }

      export interface Answered {
        readonly status: number
        readonly headers: Readonly<{ [name: string]: unknown }>
        // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
        readonly body: any
      }

      export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

      export interface Running {
        ask(method: Method, path: string, asked?: Asked): Promise<Answered>
        /** Asks the service itself, beneath its protocols. */
        aggregate(entity: string, role: string, asked: ${importedType('../src/runtime/index.ts', 'Aggregate')}): Promise<unknown>
        readonly service: ${importedType(service, 'Service')}
        readonly config: ${importedType(service, 'ServiceConfig')}
        /** Listens on a port of this machine; gives its address. */
        listen(): Promise<string>
        close(): Promise<void>
      }

      // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
      export type Row = any

      /** The service on a database of its own, with \`rows\` in it: a file, or a new one on the server that DATABASE_URL names. */
      export const startService = async (more: Readonly<{ [name: string]: string }> = {}): Promise<Running> => {
        const folder = ${imported('node:fs', 'mkdtempSync')}(${imported('node:path', 'join')}(${imported('node:os', 'tmpdir')}(), 'service-'))
        const database = await ${temporary}(process.env.DATABASE_URL ?? null)
        const environment = { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url, ...more }
        const config = ${imported(service, 'readConfig')}(environment, { name: ${imported('../src/model.ts', 'model')}.name, databaseUrl: '' })
        const service = await ${imported('../src/service.ts', 'openService')}(config, ${imported(service, 'openLog')}({ level: 'error', name: 'test' }))
        await ${imported(service, 'loadRows')}(service.store, model, ${imported('../src/runtime/index.ts', 'referenceOrder')}(model).map((entity) => ({ entity, rows: ${imported('./rows.ts', 'rows')}[entity] ?? [] })), service.protection)
        const app = await ${imported('../src/server.ts', 'buildServer')}(service, config)
        return {
          ask: async (method, url, { role, body, headers = {} } = {}) => {
            const token = role === undefined ? undefined : await service.development?.token([role], claims)
            const answer = await app.inject({
              method,
              url,
              headers: {
                ...(token !== undefined && { authorization: \`Bearer \${token}\` }),
                ...(body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
              },
              ...(body !== undefined && { payload: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
            })
            return { status: answer.statusCode, headers: answer.headers, body: bodyOf(answer.body, String(answer.headers['content-type'])) }
          },
          aggregate: async (entity, role, aggregate) => {
            const outcome = await service.execute({
              operation: \`\${entity}.aggregate\`,
              input: {},
              select: { aggregate },
              principal: { id: \`\${role}@development\`, roles: [role], credential: 'development', attributes: ${literal(attributes[0] ?? {})}${model.access.tenantClaim === undefined ? '' : ", tenant: 'tenant-1'"} },
              context: { origin: { style: 'test', requestId: 'test' } },
            })
            return outcome.kind === 'value' ? outcome.value : outcome
          },
          service,
          config,
          listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
          close: async () => {
            await app.close()
            await service.close()
            await database.remove()
            ${imported('node:fs', 'rmSync')}(folder, { recursive: true })
          },
        }
      }

      const bodyOf = (text: string, type: string): unknown =>
        text === '' ? null : /json/.test(type) ? JSON.parse(text) : text
    `,
  )
}
