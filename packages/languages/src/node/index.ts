import { defineLanguage, type GeneratedFile, type GenerateInput } from '@charter/charter'
import { hasOwnBody, type JsonObject, ownOperations } from '@charter/runtime'
import type { SqlSchema } from '@charter/sql'
import type { EntitySql } from '@charter/sql/store'
import { typescriptClient } from '../client/typescript-client.ts'
import type { Code } from '../code.ts'
import { lockFile, packagesOf } from './dependencies.ts'
import { deployFiles } from './deploy/index.ts'
import type { EmitContext } from './emit-context.ts'
import { entityShapesFile } from './files/entities.ts'
import { entityFile, entitySqlFile } from './files/entity.ts'
import { hookedEntities, hooksFile, hooksIndexFile, hooksPath } from './files/hooks.ts'
import { accessFile, migrationFile, modelFile, pageFile, sqlFile, typesFile } from './files/model.ts'
import { bodiesFile, operationFile, operationModelsFile, operationsIndexFile } from './files/operations.ts'
import { ownRouteFile, ownRoutesOf, routeBodiesFile, routeIndexFile, routeModelsFile } from './files/own-routes.ts'
import {
  biomeFile,
  dockerFile,
  dockerignoreFile,
  gitignoreFile,
  packageFile,
  sbomFile,
  tsconfigFile,
} from './files/project-files.ts'
import { readmeFile } from './files/readme.ts'
import { contractFile, developmentPageFile, mainFile, serverFile, serviceFile } from './files/service.ts'
import { namesOf } from './names.ts'
import { nodeStylesOf } from './styles.ts'
import { testFiles } from './tests/index.ts'

/** Fastify 5 and TypeScript on Node 24, run as it is written. */
export const node = defineLanguage({
  name: 'node',
  title: 'Node',
  generate: async (input: GenerateInput<EntitySql, SqlSchema>) => {
    const styles = nodeStylesOf(input)
    const emitting: EmitContext = {
      ...input,
      styles,
      names: namesOf(input.charter),
      packages: packagesOf({
        drivers: input.state ? [input.rows, input.state] : [input.rows],
        styles,
      }),
      header: headerOf(input),
    }
    const joins = styles.flatMap((style) => style.join?.(emitting) ?? [])
    const source = [
      ...entityFiles(emitting),
      ...serviceFiles(emitting, joins),
      ...styles.flatMap((style) => style.files(emitting)),
      ...testFiles(emitting),
      ...clientFiles(emitting),
    ]
    const copied = copiedFiles(input)
    const isSource = ({ path }: GeneratedFile): boolean => path.endsWith('.ts')
    const all = [...source, ...copied]
    // Copied source too: where imports became relative, their order changed.
    const formatted = await input.format(all.filter(isSource))
    const others = all.filter((file) => !isSource(file))
    const idOf = pathIds(emitting)
    return [...formatted, ...projectFiles(emitting), ...others]
      .map((file) => ({ ...file, id: idOf(file.path) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  },
})

const headerOf = ({ charter }: Pick<GenerateInput, 'charter'>): string =>
  `// Generated from the charter "${charter.name}". What you change here is merged when generating again.`

/** For what nobody has a reason to change: it follows from the charter whole. */
const derived = (emitting: EmitContext): EmitContext => ({
  ...emitting,
  header: `// Generated from the charter "${emitting.charter.name}". Not to be changed: generating again writes it anew.`,
})

const shared = (path: string, text: string | null): readonly GeneratedFile[] =>
  text === null ? [] : [{ path, text, owner: 'shared' }]

const machine = (path: string, text: string | null): readonly GeneratedFile[] =>
  text === null ? [] : [{ path, text, owner: 'machine' }]

/** Paths with the stable ids of entities, operations and routes in place of their names: `src/operations/{dischargePatient}.ts`. */
const pathIds = ({ charter, names }: EmitContext): ((path: string) => string) => {
  const entities = new Map(charter.entities.map(({ id, name }) => [names.file(name), `{${id}}`]))
  const operations = new Map(
    [...charter.operations, ...charter.internal].map(({ id, name }) => [names.operationFile(name), `{${id}}`]),
  )
  const routes = new Map(charter.routes.map(({ id, name }) => [names.routeFile(name), `{${id}}`]))
  return (path) =>
    path
      .replace(
        /^(src\/routes\/)([^/]+)(?=\.ts$)/,
        (_, before: string, file: string) => before + (routes.get(file) ?? file),
      )
      .replace(/^(src\/entities\/)([^/]+)\/\2(?=\.)/, (same, before: string, file: string) => {
        const id = entities.get(file)
        return id === undefined ? same : `${before}${id}/${id}`
      })
      .replace(
        /^(test\/)([^/]+)(?=\.test\.ts$)/,
        (_, before: string, file: string) => before + (entities.get(file) ?? file),
      )
      .replace(
        /^(src\/operations\/)([^/]+)(?=\.ts$)/,
        (_, before: string, file: string) => before + (operations.get(file) ?? file),
      )
}

const entityFiles = (emitting: EmitContext): readonly GeneratedFile[] =>
  emitting.model.entities.flatMap((entity) => {
    const file = emitting.names.file(entity.name)
    const sql = emitting.plans.find((each) => each.entity === entity.name)
    return [
      ...shared(`src/entities/${file}/${file}.ts`, entityFile(emitting, entity)),
      ...(sql ? machine(`src/entities/${file}/${file}.sql.ts`, entitySqlFile(derived(emitting), sql)) : []),
    ]
  })

const serviceFiles = (emitting: EmitContext, joins: readonly Code[]): readonly GeneratedFile[] => [
  ...shared('src/main.ts', mainFile(emitting)),
  ...shared('src/server.ts', serverFile(emitting, joins)),
  ...shared('src/contract.ts', contractFile(emitting)),
  ...shared('src/development-page.ts', developmentPageFile(emitting)),
  ...shared('src/service.ts', serviceFile(emitting)),
  ...shared('src/model.ts', modelFile(emitting)),
  ...shared('src/access.ts', accessFile(emitting)),
  ...shared('src/sql.ts', sqlFile(emitting)),
  ...shared('src/types.ts', typesFile(emitting)),
  ...machine('src/migrations/0001-initial.ts', migrationFile(derived(emitting))),
  ...shared('src/entities.ts', entityShapesFile(emitting)),
  ...shared('src/operations/bodies.ts', bodiesFile(emitting)),
  ...shared('src/operations/index.ts', operationsIndexFile(emitting)),
  ...(ownOperations(emitting.model).length > 0
    ? shared('src/operations/models.ts', operationModelsFile(emitting))
    : []),
  ...ownOperations(emitting.model)
    .filter(hasOwnBody)
    .map(
      (operation): GeneratedFile => ({
        path: `src/operations/${emitting.names.operationFile(operation.name)}.ts`,
        text: operationFile(emitting, operation),
        owner: 'person',
      }),
    ),
  ...ownRouteFiles(emitting),
  ...shared('src/hooks.ts', hooksIndexFile(emitting)),
  ...hookedEntities(emitting.model).map(
    (entity): GeneratedFile => ({
      path: `src/${hooksPath(emitting.names, entity)}`,
      text: hooksFile(emitting, entity),
      owner: 'person',
    }),
  ),
]

/** Routes of the charter's own: a file a body, and what says which they are. */
const ownRouteFiles = (emitting: EmitContext): readonly GeneratedFile[] => {
  const routes = ownRoutesOf(emitting)
  if (routes.length === 0) return []
  return [
    ...shared('src/routes/bodies.ts', routeBodiesFile(emitting)),
    ...shared('src/routes/index.ts', routeIndexFile(emitting)),
    ...shared('src/routes/models.ts', routeModelsFile(emitting)),
    ...routes.map(
      (route): GeneratedFile => ({
        path: `src/routes/${emitting.names.routeFile(route.name)}.ts`,
        text: ownRouteFile(emitting, route),
        owner: 'person',
      }),
    ),
  ]
}

/** Beside the service, for whoever writes against it in TypeScript. */
const clientFiles = ({ contracts, model }: EmitContext): readonly GeneratedFile[] => {
  const openapi = contracts.rest?.['openapi.json']
  if (openapi === undefined) return []
  return machine(
    'client/client.ts',
    typescriptClient({ openapi: JSON.parse(openapi) as JsonObject, entities: model.entities }),
  )
}

const projectFiles = (emitting: EmitContext): readonly GeneratedFile[] => [
  ...shared('package.json', packageFile(emitting)),
  ...machine('package-lock.json', lockFile(emitting.charter.name, emitting.charter.version, emitting.packages)),
  ...shared('tsconfig.json', tsconfigFile()),
  ...shared('biome.json', biomeFile(emitting)),
  ...shared('Dockerfile', dockerFile(emitting)),
  ...shared('.dockerignore', dockerignoreFile()),
  ...Object.entries(deployFiles(emitting)).flatMap(([path, text]) => shared(path, text)),
  ...shared('.gitignore', gitignoreFile()),
  ...machine('sbom.cdx.json', sbomFile(emitting)),
  ...shared('README.md', readmeFile(emitting)),
  ...machine('access.cedar', emitting.cedar),
  ...machine('src/page.json', pageFile(emitting)),
]

const copiedFiles = ({
  runtimeFiles,
  contracts,
}: Pick<GenerateInput, 'runtimeFiles' | 'contracts'>): readonly GeneratedFile[] => [
  ...Object.entries(runtimeFiles).flatMap(([path, text]) => shared(path, text)),
  ...Object.values(contracts).flatMap((documents) =>
    Object.entries(documents).flatMap(([path, text]) => machine(path, text)),
  ),
]
