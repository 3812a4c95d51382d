import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from './api.ts'
import { insertBefore, type MakeEdit, pathsIn } from './code-edits.ts'
import type { Contender, Generated } from './contender.ts'
import { openapiOf } from './openapi.ts'

const version = '7.17.0'
const artifact = `openapi-generator-cli-${version}.jar`

/** OpenAPI Generator's Express servers. Needs Java and Maven, which fetches it once into `cache`. */
export const openapiGenerator = (cache: string): Contender => ({
  name: `OpenAPI Generator ${version}, nodejs-express-server`,
  generate: async (folder: string, api: Api): Promise<Generated> => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'api.json'), JSON.stringify(openapiOf(api), null, 2))
    run(
      'java',
      ['-jar', fetched(cache), 'generate', '-g', 'nodejs-express-server', '-i', 'api.json', '-o', '.'],
      folder,
    )
    return { conflicts: [], orphaned: [], moved: [], touched: [] }
  },
})

const fetched = (cache: string): string => {
  const jar = join(cache, artifact)
  if (!existsSync(jar)) {
    mkdirSync(cache, { recursive: true })
    const coordinates = `org.openapitools:openapi-generator-cli:${version}`
    run('mvn', ['-q', 'dependency:copy', `-Dartifact=${coordinates}`, `-DoutputDirectory=${cache}`], cache)
  }
  return jar
}

const run = (command: string, args: readonly string[], cwd: string): void => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 300_000 })
  if (status !== 0)
    throw new Error(
      `${command} ${args[0]} ended with ${status}: ${error?.message ?? `${stdout}${stderr}`.slice(-1500)}`,
    )
}

/** The same that people do in Charter's services, where an Express server has it. */
export const expressEdits: Readonly<Record<string, MakeEdit>> = {
  'a route of one’s own': (folder, mark) =>
    insertBefore(
      folder,
      'expressServer.js',
      /login-redirect/,
      `    this.app.get('/${mark}', (req, res) => res.json({ mark: '${mark}' }));`,
    )
      ? { mark, file: 'expressServer.js', kind: 'route' }
      : null,
  middleware: (folder, mark) =>
    insertBefore(
      folder,
      'expressServer.js',
      /cookieParser\(\)/,
      `    this.app.use((req, res, next) => { res.set('x-${mark}', 'yes'); next(); });`,
    )
      ? { mark, file: 'expressServer.js', kind: 'middleware' }
      : null,
  'the body of an operation': (folder, mark, random) => {
    const file = random.pick(
      pathsIn(folder, 'services', /[A-Z][A-Za-z0-9]*Service\.js$/).filter((path) => !path.endsWith('/Service.js')),
    )
    return insertBefore(folder, file, /resolve\(Service\.successResponse/, `      console.log('${mark}');`)
      ? { mark, file, kind: 'operation' }
      : null
  },
  'a test of one’s own': (folder, mark) => {
    const file = `test/${mark}.test.js`
    mkdirSync(join(folder, 'test'), { recursive: true })
    writeFileSync(join(folder, file), `// ${mark}\n`)
    return { mark, file, kind: 'own test' }
  },
  'a comment in a controller': (folder, mark, random) => {
    const file = random.pick(pathsIn(folder, 'controllers', /Controller\.js$/))
    return insertBefore(folder, file, /^const /, `// ${mark}`) ? { mark, file, kind: 'comment' } : null
  },
  'a script in package.json': (folder, mark) =>
    insertBefore(folder, 'package.json', /"start":/, `    "${mark}": "echo ${mark}",`)
      ? { mark, file: 'package.json', kind: 'package.json' }
      : null,
  'a paragraph in the README': (folder, mark) =>
    insertBefore(folder, 'README.md', /^#/, `We are ${mark}.\n`) ? { mark, file: 'README.md', kind: 'README' } : null,
}

/** The same by somebody who reads the manual: each file that they change goes into `.openapi-generator-ignore`. */
export const ignoringEdits: Readonly<Record<string, MakeEdit>> = Object.fromEntries(
  Object.entries(expressEdits).map(([kind, make]): [string, MakeEdit] => [
    kind,
    (folder, mark, random) => {
      const edit = make(folder, mark, random)
      if (edit) appendFileSync(join(folder, '.openapi-generator-ignore'), `\n${edit.file}\n`)
      return edit
    },
  ]),
)

/** What is wrong with an Express server: files that do not parse, operations that nothing handles, services of what is gone. */
export const judgeExpress = (folder: string, api: Api): readonly string[] => {
  const sources = ['.', 'services', 'controllers'].flatMap((within) =>
    readdirSync(join(folder, within)).flatMap((name) => (name.endsWith('.js') ? [join(folder, within, name)] : [])),
  )
  const unparsed = sources.filter((file) => spawnSync(process.execPath, ['--check', file]).status !== 0)
  const services = readdirSync(join(folder, 'services')).filter((name) => /[^/]Service\.js$/.test(name))
  const text = services.map((name) => readFileSync(join(folder, 'services', name), 'utf8')).join('\n')
  const operations = [...api.operations.map(({ name }) => name), ...api.entities.map(({ name }) => `read${name}`)]
  const unhandled = operations.filter((name) => !new RegExp(`const ${name} = `).test(text))
  const needed = new Set(api.entities.map(({ name }) => `${name}Service.js`))
  const stale = services.filter((name) => !needed.has(name))
  return [
    ...unparsed.map((file) => `${file} does not parse`),
    ...unhandled.map((name) => `nothing handles ${name}`),
    ...stale.map((name) => `${name} is of no entity any more`),
  ]
}
