import { type DriverUse, inCamelCase } from '@charter/charter'
import { ownHooks } from '@charter/runtime'
import { type Code, code, imported, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, stringLiteral } from '../text.ts'
import { contractFiles } from './project-files.ts'

const service = './runtime/service/index.ts'
const page = './development/index.ts'
const contract = imported('./contract.ts', 'contract')
const node = {
  fileURLToPath: imported('node:url', 'fileURLToPath'),
  readFileSync: imported('node:fs', 'readFileSync'),
}

/** `src/service.ts`: the composition root. */
export const serviceFile = (emitting: EmitContext): string => {
  const { header, schema, companion, rows, state } = emitting
  const initial = imported('./migrations/0001-initial.ts', 'initial')
  return sourceFile(
    header,
    code`
      const statementTimeoutMs = 10_000

      ${docComment(`Opens the database and composes the service: rules, rows, record, sign-in. \`close\` writes what is waiting first.`)}
      export const openService = async (config: ${importedType(service, 'ServiceConfig')}, log: ${importedType('./runtime/index.ts', 'ServiceLog')}): Promise<${importedType(service, 'Service')}> => {
        const opened = await ${imported(moduleOf(rows), rows.driver.open)}({
          url: config.databaseUrl,
          isReadOnly: false,
          schema: ${schema === null ? code`null` : initial},
          ${companion && code`companion: ${initial},`}
          ${state ? code`state: await ${imported(moduleOf(state), state.driver.openState)}(config.stateUrl),` : null}
          ${schema === null && !state ? code`mayCreate: config.mayCreate,` : null}
          ${
            rows.driver.server
              ? code`replicaUrls: config.replicaUrls,
          connectionsMax: config.connectionsMax,`
              : null
          }
          statementTimeoutMs,
        })
        const service = await ${imported(service, 'composeService')}({
          ${imported('./model.ts', 'model')},
          ${imported('./operations/index.ts', 'operations')},
          ${emitting.model.routes && code`${imported('./routes/index.ts', 'routes')},`}
          ${emitting.model.entities.some(ownHooks) && code`${imported('./hooks.ts', 'hooks')},`}
          store: opened.store(${imported('./model.ts', 'model')}, ${imported('./sql.ts', 'sql')}),
          state: opened.state,
          config,
          telemetry: await ${imported(service, 'openTelemetry')}({ name: ${imported('./model.ts', 'model')}.name, version: ${imported('./model.ts', 'model')}.version, env: process.env }),
          log,
        })
        return { ...service, close: () => service.close().finally(log.close) }
      }

      ${docComment('Where the rows are when `DATABASE_URL` does not say. `{data}` stands for the folder `CHARTER_DATA`.')}
      export const defaultDatabaseUrl = ${rows.defaultUrl === null ? 'null' : stringLiteral(rows.defaultUrl)}
      ${listenersText(besideOf(emitting))}
    `,
  )
}

const listenersText = (beside: Beside): Code | null =>
  beside.length === 0
    ? null
    : code`

      ${docComment('Listeners beside that of HTTP, and what says their ports.')}
      export const listeners = { ${beside.map(({ name, listener: { portVariable, portDefault, switches } }) => `${keyOf(name)}: { portVariable: ${stringLiteral(portVariable)}, portDefault: ${portDefault}, switches: [${(switches ?? []).map(stringLiteral).join(', ')}] }`).join(', ')} }
    `

const moduleOf = ({ connector, driver }: DriverUse): string =>
  `./${connector}/${driver.module.replace(/^driver\//, '')}`

/** `src/main.ts`: the process. */
export const mainFile = (emitting: EmitContext): string => {
  const { header, charter, rows, state } = emitting
  const beside = besideOf(emitting)
  return sourceFile(
    header,
    code`
      const stopMs = 25_000

      const config = readEnvironment()
      ${imported('node:fs', 'mkdirSync')}(config.dataFolder, { recursive: true, mode: 0o700 })
      const log = ${imported(service, 'openLog')}({ level: config.observed.logLevel, name: ${stringLiteral(charter.name)}, isDevelopment: config.mode === 'development' })
      // The message of what nobody caught may hold a value, so Node does not print it.
      process.once('uncaughtException', (error) => {
        log.bug(error)
        process.exit(1)
      })
      const service = await ${imported('./service.ts', 'openService')}(config, log).catch(giveUp)
      ${beside.map(
        ({ name, listener }) => code`
          const ${memberOf(name)} = ${listener.open}
          const ${listener.urlName} = await ${memberOf(name)}.listen({ host: config.host, port: config.ports${accessOf(name)} ?? 0, handed: config.handed${accessOf(name)} }).catch(giveUp)
        `,
      )}
      const app = await ${imported('./server.ts', 'buildServer')}(service, config${beside.length === 0 ? '' : `, { ${beside.map(({ name, listener }) => `${keyOf(name)}: ${listener.urlName}`).join(', ')} }`}).catch(giveUp)
      const url = await ${imported(service, 'listen')}(app, { host: config.host, port: config.port, handed: config.handed.http }).catch(giveUp)
      // Before anybody is told where it listens, and may want it to end.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
      // Whoever started it with a channel and is gone, killed for one, cannot tell it to end.
      process.once('disconnect', () => void stop())
      console.log(JSON.stringify({ service: ${stringLiteral(charter.name)}, url, ${beside.map(({ listener }) => `${listener.urlName}, `).join('')}mode: config.mode, ...(service.development && { pageUrl: service.development.page.address(url) }), behindTlsProxy: config.isBehindTlsProxy, tls: config.tls?.versionMin ?? null }))

      ${docComment('Answers what has been asked, writes what is waiting, then ends, however long that would take.')}
      async function stop(): Promise<void> {
        setTimeout(() => process.exit(1), stopMs).unref()
        await ${beside.length === 0 ? 'app.close()' : `Promise.all([app.close(), ${beside.map(({ name }) => `${memberOf(name)}.close()`).join(', ')}])`}
        await service.close()
        process.exit(0)
      }

      ${docComment('A database that does not open, or a port that is taken, is said in a sentence; what is private of it goes to the log alone. A mistake of the environment ends with 2.')}
      function giveUp(error: unknown): never {
        const cause = error instanceof ${imported('./runtime/index.ts', 'ProblemError')} ? error.problem.cause : error
        console.error(cause instanceof Error ? cause.message : cause)
        process.exit(error instanceof ${imported(service, 'ConfigError')} ? 2 : 1)
      }

      function readEnvironment(): ${importedType(service, 'ServiceConfig')} {
        try {
          return ${imported(service, 'readConfig')}(process.env, { name: ${stringLiteral(charter.name)}, databaseUrl: ${imported('./service.ts', 'defaultDatabaseUrl')}${rows.variable === undefined ? '' : `, databaseVariable: ${stringLiteral(rows.variable)}`}${state?.defaultUrl ? `, stateUrl: ${stringLiteral(state.defaultUrl)}` : ''}${charter.crypto ? `, crypto: ${stringLiteral(charter.crypto)}` : ''}${charter.atRest ? `, atRest: ${stringLiteral(charter.atRest)}` : ''}${beside.length === 0 ? '' : code`, ${imported('./service.ts', 'listeners')}`} })
        } catch (error) {
          if (!(error instanceof ${imported(service, 'ConfigError')})) throw error
          console.error(error.message)
          process.exit(2)
        }
      }
    `,
  )
}

/** `src/server.ts`: the HTTP server with its routes. `joins`: the statements that join each style to it. */
export const serverFile = (emitting: EmitContext, joins: readonly Code[]): string => {
  const beside = besideOf(emitting)
  const urls = beside.length === 0 ? '' : ', urls'
  return sourceFile(
    emitting.header,
    code`
      ${docComment(`The server, its routes registered and not yet listening.${beside.length === 0 ? '' : ' `urls`: of the listeners beside it, for the development page.'}`)}
      export const buildServer = async (service: ${importedType(service, 'Service')}, config: ${importedType(service, 'ServiceConfig')}${beside.length === 0 ? '' : `, urls: ${urlsType(beside)} = {}`}): Promise<${importedType('fastify', 'FastifyInstance')}> => {
        const app = ${imported('./runtime/http/index.ts', 'httpServer')}({ limits: service.model.limits, onBug: service.onBug, serving: service, tls: config.tls })
        service.telemetry?.register(app)
        ${imported(service, 'registerMetrics')}(app, service)
        ${imported(service, 'registerHealth')}(app, service)
        ${emitting.charter.access.accepts.includes('saml') && code`${imported(service, 'registerTokenEndpoint')}(app, service)`}
        ${joins}
        if (config.mode === 'development') await (await import('./development-page.ts')).registerPage(app, service, config${urls})
        return app
      }
    `,
  )
}

/** `src/development-page.ts`: the page of development, which a container image goes without. */
export const developmentPageFile = (emitting: EmitContext): string => {
  const beside = besideOf(emitting)
  const relays = beside.map(
    ({ name, listener }) =>
      code`...(urls${accessOf(name)} !== undefined && { ${keyOf(name)}: ${listener.relay}(${listener.surface}, urls${accessOf(name)}) })`,
  )
  return sourceFile(
    emitting.header,
    code`
      ${docComment('What only development offers: the page, with a token for every role, and the contracts.')}
      export const registerPage = (app: ${importedType('fastify', 'FastifyInstance')}, service: ${importedType(service, 'Service')}, { editDesk, graphiqlFolder }: ${importedType(service, 'ServiceConfig')}${beside.length === 0 ? '' : `, urls: ${urlsType(beside)}`}): Promise<void> =>
        ${imported(page, 'registerDevelopment')}(app, {
          service,
          // Written with this file, from the same charter.
          page: JSON.parse(${node.readFileSync}(fileAt('./page.json'), 'utf8')) as ${importedType(page, 'PageData')},
          contracts: { ${joined(
            contractFiles(emitting).map((file) => code`${stringLiteral(file)}: ${contract}(${stringLiteral(file)})`),
            ', ',
          )} },
          pageFolder: fileAt('./development/page'),
          onOpened: (address) => console.error(\`The page was opened. Another browser opens it at \${address}\`),
          ...(editDesk !== undefined && { editDesk: ${imported(page, 'remoteDesk')}(editDesk) }),
          ...(graphiqlFolder !== undefined && { graphiqlFolder }),
          ${beside.length > 0 && 'urls: () => urls,'}
          ${beside.length > 0 && code`relays: { ${joined(relays, ', ')} },`}
        })

      const fileAt = (path: string): string => ${node.fileURLToPath}(new URL(path, import.meta.url))
    `,
  )
}

/** `src/contract.ts` */
export const contractFile = ({ header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      ${docComment('The text of a published contract, in the service’s own folder.')}
      export const contract = (name: string): string => ${node.readFileSync}(${node.fileURLToPath}(new URL(\`../\${name}\`, import.meta.url)), 'utf8')
    `,
  )

type Beside = readonly {
  readonly name: string
  readonly listener: NonNullable<EmitContext['styles'][number]['listener']>
}[]

/** A variable that is called as a style. */
const memberOf = inCamelCase

const keyOf = (name: string): string => (/^[a-z]+$/.test(name) ? name : stringLiteral(name))

const accessOf = (name: string): string => (/^[a-z]+$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`)

/** Styles with a listener of their own. */
const besideOf = ({ styles }: EmitContext): Beside =>
  styles.flatMap(({ name, listener }) => (listener ? [{ name, listener }] : []))

const urlsType = (beside: Beside): string =>
  `{ ${beside.map(({ name }) => `readonly ${keyOf(name)}?: string`).join('; ')} }`
