import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { contractFiles } from '../files/project-files.ts'
import { stringLiteral } from '../text.ts'
import { equal, testCase } from './given.ts'

/** `test/service/service.test.ts`, in a folder as an entity may be called so: what stands around the entities: health, metrics, the published contracts. */
export const serviceTest = (emitting: EmitContext): string =>
  sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}(${stringLiteral(emitting.model.name)}, () => {
        let service: ${importedType('../support.ts', 'Running')}
        ${imported('node:test', 'beforeEach')}(async () => {
          service = await ${imported('../support.ts', 'startService')}()
        })
        ${imported('node:test', 'afterEach')}(() => service.close())

        ${testCase(
          'it is alive and ready, and tells its figures to nobody who was not given them',
          code`
          for (const [path, status] of [['/healthz', 200], ['/readyz', 200], ['/metrics', 404]] as const)
            ${equal}([path, (await service.ask('GET', path)).status], [path, status])
        `,
        )}
        ${processCase(emitting)}
        ${portsCase(emitting)}
        ${contractFiles(emitting).map((file) =>
          testCase(
            `${file} is published in development`,
            code`
            const answer = await service.ask('GET', ${stringLiteral(`/${file}`)})
            const published = ${imported('node:fs', 'readFileSync')}(new URL(${stringLiteral(`../../${file}`)}, import.meta.url), 'utf8')
            ${equal}(answer.body, typeof answer.body === 'string' ? published : JSON.parse(published))
          `,
          ),
        )}
        ${testCase(
          'the development page has what was written with it, for who has a development token',
          code`
          const answer = await service.ask('GET', '/_charter/page.json', { role: ${stringLiteral(emitting.model.access.roles[0] ?? '')} })
          ${equal}([answer.status, answer.body.name, answer.body.version], [200, ${stringLiteral(emitting.model.name)}, ${stringLiteral(emitting.model.version)}])
        `,
        )}
      })
    `,
  )

/** What `npm start` does, on a database and ports of its own. */
/** Members of an environment in which styles with a port of their own listen at any. */
const freePorts = (styles: EmitContext['styles']): string =>
  styles.map(({ listener }) => (listener ? `, ${listener.portVariable}: '0'` : '')).join('')

const processCase = ({ rows, styles }: EmitContext): Code => {
  const ports = freePorts(styles)
  const temporary = imported(
    `../../src/${rows.connector}/${rows.driver.temporary.replace(/^driver\//, '')}`,
    'makeTemporary',
  )
  return testCase(
    'it starts as a process, says where it listens, and ends when it is told to',
    code`
      const folder = ${imported('node:fs', 'mkdtempSync')}(${imported('node:path', 'join')}(${imported('node:os', 'tmpdir')}(), 'service-'))
      const database = await ${temporary}(process.env.DATABASE_URL ?? null)
      const env = { PATH: process.env.PATH ?? '', CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url, PORT: '0'${ports} }
      const main = ${imported('node:url', 'fileURLToPath')}(new URL('../../src/main.ts', import.meta.url))
      const running = ${imported('node:child_process', 'spawn')}(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      try {
        const [line] = await ${imported('node:events', 'once')}(running.stdout, 'data')
        const answer = await fetch(\`\${JSON.parse(String(line)).url}/healthz\`)
        ${equal}(answer.status, 200)
        running.kill('SIGTERM')
        ${equal}(await once(running, 'close'), [0, null])
      } finally {
        running.kill('SIGKILL')
        await database.remove()
        ${imported('node:fs', 'rmSync')}(folder, { recursive: true, force: true })
      }
    `,
  )
}

/** What stands in its way when it starts is told to whoever starts it. */
const portsCase = ({ rows, styles }: EmitContext): Code => {
  const temporary = imported(
    `../../src/${rows.connector}/${rows.driver.temporary.replace(/^driver\//, '')}`,
    'makeTemporary',
  )
  const ports = freePorts(styles)
  const variables = ['PORT', 'METRICS_PORT', ...styles.flatMap(({ listener }) => listener?.portVariable ?? [])]
  return testCase(
    'a port that is taken is said in a line, and it does not start',
    code`
      const taken = ${imported('node:net', 'createServer')}().listen(0, '127.0.0.1')
      await ${imported('node:events', 'once')}(taken, 'listening')
      const address = taken.address()
      const port = typeof address === 'object' ? address?.port : 0
      const folder = ${imported('node:fs', 'mkdtempSync')}(${imported('node:path', 'join')}(${imported('node:os', 'tmpdir')}(), 'service-'))
      const database = await ${temporary}(process.env.DATABASE_URL ?? null)
      const env = { PATH: process.env.PATH ?? '', CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url, PORT: '0'${ports} }
      const main = ${imported('node:url', 'fileURLToPath')}(new URL('../../src/main.ts', import.meta.url))
      try {
        for (const variable of [${variables.map((name) => `'${name}'`).join(', ')}]) {
          const child = ${imported('node:child_process', 'spawn')}(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env: { ...env, [variable]: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] })
          const said: string[] = []
          child.stderr.on('data', (chunk) => said.push(String(chunk)))
          ${equal}(await once(child, 'close'), [1, null])
          ${equal}(said.join('').trim(), \`Port \${port} is in use: set \${variable} to one that is free.\`)
        }
      } finally {
        taken.close()
        await database.remove()
        ${imported('node:fs', 'rmSync')}(folder, { recursive: true, force: true })
      }
    `,
  )
}
