import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { type DriverUse, inCamelCase, listenerPlaces } from '@charter/charter'
import { dataText } from '@charter/languages'
import type { Derived } from '@charter/service'
import { rest } from '@charter/styles'
import { packageFolder, withRelativeImports } from './runtime-files.ts'
import { listeners } from './style-environment.ts'
import { askable } from './verify/derive/askable.ts'
import { assertionScenarios } from './verify/derive/assertions.ts'
import { besideScenarios } from './verify/derive/beside.ts'
import { aboutEntity, type Derivation } from './verify/derive/derivation.ts'
import { entityScenarios } from './verify/derive/entity.ts'
import { envelopeScenarios } from './verify/derive/envelopes.ts'
import { graphqlScenarios } from './verify/derive/graphql-protocol.ts'
import { grpcScenarios } from './verify/derive/grpc-calls.ts'
import { keySetScenarios } from './verify/derive/key-sets.ts'
import { limitedScenarios } from './verify/derive/limited.ts'
import { manyRowsScenarios } from './verify/derive/many-rows.ts'
import { messageSecurityScenarios } from './verify/derive/message-security.ts'
import { restProtocolScenarios } from './verify/derive/rest-protocol.ts'
import { signInScenarios } from './verify/derive/sign-in.ts'
import { atRestScenarios } from './verify/derive/start-at-rest.ts'
import { keyServiceScenarios } from './verify/derive/start-keys.ts'
import { startScenarios } from './verify/derive/starts.ts'
import { surfaceScenarios } from './verify/derive/surface.ts'
import { toolScenarios } from './verify/derive/tool-calls.ts'
import type { Scenario } from './verify/scenario.ts'
import { seedRows } from './verify/seed-rows.ts'

const folder = 'test/scenarios'
const ownFolder = packageFolder('project')
const verifyFolder = join(ownFolder, 'src', 'verify')
const serviceTests = join(ownFolder, 'service-tests')

interface Family {
  readonly file: string
  readonly scenarios: (deriving: Derivation) => readonly Scenario[]
}

/** What is tested together, on one service: by the name of the test. */
const families: Readonly<Record<string, readonly Family[]>> = {
  addresses: [{ file: 'surface', scenarios: surfaceScenarios }],
  rest: [
    { file: 'rest-protocol', scenarios: restProtocolScenarios },
    { file: 'many-rows', scenarios: manyRowsScenarios },
  ],
  'sign-in': [
    { file: 'sign-in', scenarios: signInScenarios },
    { file: 'key-sets', scenarios: keySetScenarios },
  ],
  assertions: [{ file: 'assertions', scenarios: assertionScenarios }],
  starts: [
    { file: 'starts', scenarios: startScenarios },
    { file: 'start-at-rest', scenarios: atRestScenarios },
    { file: 'start-keys', scenarios: keyServiceScenarios },
  ],
  limits: [
    { file: 'limited', scenarios: limitedScenarios },
    { file: 'beside', scenarios: besideScenarios },
  ],
  graphql: [{ file: 'graphql-protocol', scenarios: graphqlScenarios }],
  grpc: [{ file: 'grpc-calls', scenarios: grpcScenarios }],
  soap: [
    { file: 'envelopes', scenarios: envelopeScenarios },
    { file: 'message-security', scenarios: messageSecurityScenarios },
  ],
  mcp: [{ file: 'tool-calls', scenarios: toolScenarios }],
}

/** What is carried beside the families that a service has. */
const kit = [
  'run-scenarios.ts',
  'replace-rows.ts',
  'tokens.ts',
  'target.ts',
  'targets/record-in.ts',
  'credentials/credentials.ts',
]

/** What they are run with, in this package's own folder. */
export const runSources = ['run.ts', 'fault-in.ts', 'service-variables.ts'] as const

/**
 * The scenarios of `charter verify` as tests of the service's own: the same files that derive them here from the charter derive them
 * there from its model, and play them against the service. Path in the service → text; nothing where it has no REST or no rows of its own.
 */
export const scenarioFiles = async (derived: Derived, rows: DriverUse): Promise<Readonly<Record<string, string>>> => {
  const { charter, model, styles, schema } = derived
  if (schema === null || !charter.serves.includes('rest')) return {}
  const deriving: Derivation = { model, styles, surface: rest.surface(charter), examples: seedRows(model) }
  const isServed = (name: string): boolean => !(name in listing) || charter.serves.includes(name)
  const tests = Object.entries(families).flatMap(([name, of]) => {
    const counted = of.map((family) => ({ ...family, count: askable(family.scenarios(deriving), deriving).length }))
    const some = isServed(name) ? counted.filter(({ count }) => count > 0) : []
    return some.length === 0 ? [] : [{ name, families: some }]
  })
  const carried = await carriedFrom([
    ...kit,
    'derive/entity.ts',
    'derive/askable.ts',
    'derive/offered.ts',
    'derive/room.ts',
    ...tests.flatMap(({ families: of }) => of.map(({ file }) => `derive/${file}.ts`)),
  ])
  const counts = tests.flatMap(({ families: of }) => of.map(({ file, count }): [string, number] => [file, count]))
  const ofEntities = model.entities.map((entity): [string, number] => [
    entity.name,
    askable(entityScenarios(aboutEntity(deriving, entity)), deriving).length,
  ])
  const files = Object.entries({
    ...carried,
    ...(await treeFiles()),
    'surfaces.ts': surfacesText(charter.serves),
    'charter.ts': charterText,
    'service.ts': serviceText(deriving, rows),
    'style-environment.ts': environmentText(styles),
    ...Object.fromEntries(tests.map(({ name, families: of }) => [`${name}.test.ts`, testText(of)])),
    ...Object.fromEntries(model.entities.map(({ name }) => [`entities/${name}.test.ts`, entityText(name)])),
  })
  return {
    ...Object.fromEntries(files.map(([path, text]) => [`${folder}/${path}`, inService(`${folder}/${path}`, text)])),
    [`${folder}/charter.json`]: dataText({
      surface: surfaceTold(deriving),
      examples: deriving.examples,
      rules: model.access.rules,
      counts: Object.fromEntries([...counts, ...ofEntities]),
    }),
    ...(await engineTests([rows.connector, ...charter.serves])),
  }
}

const surfaceTold = ({ surface: { base, routes, files, session } }: Derivation): Derivation['surface'] => ({
  base,
  routes,
  ...(files !== undefined && { files }),
  ...(session !== undefined && { session }),
})

/** Tests of the engine itself, and of the parts of it that a service has, as they are in `service-tests/`. */
const engineTests = async (parts: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(serviceTests, { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
  const wanted = names.filter((name) => ['engine', ...parts].includes(dirname(name)))
  return Object.fromEntries(
    await Promise.all(
      wanted.map(async (name) => [`test/${name}`, await readFile(join(serviceTests, name), 'utf8')] as const),
    ),
  )
}

/** Which of the styles' own surfaces is listed where, by the style. */
const listing: Readonly<Record<string, { readonly type: string; readonly file: string; readonly value: string }>> = {
  graphql: { type: 'GraphqlSurface', file: 'graphql/surface.ts', value: 'graphqlSurface' },
  grpc: { type: 'GrpcSurface', file: 'grpc/surface.ts', value: 'grpcSurface' },
  mcp: { type: 'McpSurface', file: 'mcp/surface.ts', value: 'mcpSurface' },
  soap: { type: 'SoapNames', file: 'soap/names.ts', value: 'soapNames' },
}

const served = (serves: readonly string[]) =>
  Object.entries(listing).flatMap(([name, of]) => (serves.includes(name) ? [{ name, ...of }] : []))

/** The files named, and those that they import, by their path in the folder of `verify`. */
const carriedFrom = async (names: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const found = new Map<string, string>()
  const look = async (name: string): Promise<void> => {
    if (found.has(name)) return
    const text = await readFile(join(verifyFolder, name), 'utf8')
    found.set(name, text)
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) await look(posix.join(posix.dirname(name), path))
  }
  for (const name of names) await look(name)
  return Object.fromEntries(found)
}

/** Files that are carried whole: how a service is run, what examples are made of, and how scenarios are played as tests. */
const treeFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const examples = join(packageFolder('charter'), 'src', 'examples')
  const names = (await readdir(examples)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  const routes = join(packageFolder('styles'), 'src', 'rest', 'routes.ts')
  const pairs: readonly (readonly [string, string])[] = [
    ...names.map((name) => [`examples/${name}`, join(examples, name)] as const),
    ...['play.ts', 'open-target.ts'].map((name) => [name, join(serviceTests, name)] as const),
    ['routes.ts', routes],
    ...runSources.map((name) => [name, join(ownFolder, 'src', name)] as const),
  ]
  const texts = await Promise.all(pairs.map(async ([to, from]) => [to, await readFile(from, 'utf8')] as const))
  return {
    ...Object.fromEntries(texts),
    'examples/index.ts': names.map((name) => `export * from './${name}'\n`).join(''),
  }
}

const surfacesText = (serves: readonly string[]): string =>
  [
    "export type { RestRoute, RestSurface, RouteKind } from './routes.ts'",
    ...served(serves).map(({ name, type, file }) =>
      name === 'soap'
        ? `import type { ${type} } from "../../src/${file}"\nexport interface SoapSurface { readonly names: ${type} }`
        : `export type { ${type} } from "../../src/${file}"`,
    ),
    ...(serves.includes('grpc')
      ? ['file-descriptor', 'known-files'].map((name) => `export * from "../../src/grpc/reflection/${name}.ts"`)
      : []),
  ].join('\n')

const charterText = `
import { readFileSync } from 'node:fs'
import type { Rule } from '@charter/runtime'
import type { ExampleRows } from './examples/example-rows.ts'
import type { RestSurface } from './routes.ts'

interface FromCharter {
  /** The addresses of REST. */
  readonly surface: Pick<RestSurface, 'base' | 'routes' | 'files' | 'session'>
  /** Rows that a scenario begins with: the first belong to the claims of ordinal 0, the others to those of 1. */
  readonly examples: ExampleRows
  /** Who may do what, as the charter says it. */
  readonly rules: readonly Rule[]
  /** How many scenarios the charter gave, by family and entity. */
  readonly counts: Readonly<Record<string, number>>
}

export const { surface, examples, rules, counts }: FromCharter = JSON.parse(
  readFileSync(new URL('./charter.json', import.meta.url), 'utf8'),
)
`

const serviceText = ({ styles }: Derivation, { connector, driver }: DriverUse): string => {
  const names = styles.map(({ style }) => style.name)
  const others = served(names)
  const beside = styles
    .filter(({ style: { name } }) => name in listeners)
    .map(({ style: { name } }) => ({ name, open: `${inCamelCase(name)}Server` }))
  const hasOwn = beside.length > 0
  return `
${others.map(({ name, value }) => `import { ${value} } from "../../src/surfaces/${name}.ts"`).join('\n')}
${beside.map(({ name, open }) => `import { ${open} } from "../../src/${name}-server.ts"`).join('\n')}
import { model } from "../../src/model.ts"
import type { Service, ServiceConfig } from '@charter/runtime/service'
import type { Derivation } from './derive/derivation.ts'
import { examples, rules, surface } from './charter.ts'
export { sql } from "../../src/sql.ts"
export { makeTemporary } from "../../src/${connector}/${driver.temporary.replace(/^driver\//, '')}"

/** What scenarios are derived from. */
export const deriving: Derivation = {
  model: { ...model, access: { ...model.access, rules } },
  styles: [${names.map((name) => `{ style: { name: '${name}' }, surface: ${surfaceOf(name)} }`).join(', ')}],
  surface,
  examples,
}

/** Opens the listeners that have a port of their own. */
export const listenBeside = async (${hasOwn ? 'service: Service, config: ServiceConfig' : '_service: Service, _config: ServiceConfig'}): Promise<{ readonly urls: Readonly<Record<string, string>>; close(): Promise<void> }> => {
  ${
    hasOwn
      ? `const at = { host: '127.0.0.1', port: 0 }
  const beside = [${beside.map(({ open }) => `await ${open}(service, config)`).join(', ')}]
  const urls = await Promise.all(beside.map((each) => each.listen(at)))
  return {
    urls: Object.fromEntries([${beside.map(({ name }) => `'${name}'`).join(', ')}].map((name, place) => [name, urls[place] ?? ''])),
    close: async () => {
      await Promise.all(beside.map((each) => each.close()))
    },
  }`
      : 'return { urls: {}, close: async () => {} }'
  }
}
`
}

const environmentText = (styles: Derived['styles']): string => {
  const prefixes = styles.flatMap(({ style: { environment } }) => environment ?? [])
  return `
/** Where styles listen that have a port of their own, by their names. */
export const listeners: Readonly<Record<string, { readonly title: string; readonly portVariable: string; readonly portDefault: number; readonly switches: readonly string[]; readonly urlName: string }>> = ${JSON.stringify(listenerPlaces(styles.map(({ style }) => style)))}

/** What the variables begin with that styles read. */
export const stylePrefixes: readonly string[] = ${JSON.stringify(prefixes)}
`
}

const surfaceOf = (name: string): string => {
  const of = listing[name]
  if (!of) return 'null'
  return name === 'soap' ? `{ names: ${of.value} }` : of.value
}

const testText = (of: readonly Family[]): string => `
${of.map(({ file, scenarios }) => `import { ${scenarios.name} } from './derive/${file}.ts'`).join('\n')}
import { play } from './play.ts'

${of.map(({ file, scenarios }) => `play('${file}', ${scenarios.name})`).join('\n')}
`

const entityText = (name: string): string => `
import { entityScenariosOf } from '../play.ts'
import { play } from '../play.ts'

play(${JSON.stringify(name)}, entityScenariosOf(${JSON.stringify(name)}))
`

/** Imports of packages of ours, as they are in a service. */
const inService = (path: string, text: string): string => {
  const to = (target: string): string => {
    const found = relative(dirname(path), `${folder}/${target}`).replaceAll('\\', '/')
    return `from '${found.startsWith('.') ? found : `./${found}`}'`
  }
  return withRelativeImports(path, text)
    .replaceAll("from '@charter/charter'", to('examples/index.ts'))
    .replaceAll("from '@charter/styles'", to('surfaces.ts'))
}
