import { defineLanguage, type GeneratedFile, type GenerateInput } from '@charter/charter'
import { lockFile, packagesOf } from './dependencies.ts'
import type { Emitting } from './emitting.ts'
import { entityFile, entitySqlFile } from './files/entity.ts'
import { accessFile, migrationFile, modelFile, pageFile, sqlFile, typesFile } from './files/model.ts'
import { operationFile, operationModelsFile, operationsIndexFile } from './files/operations.ts'
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
import { mainFile, serverFile, serviceFile } from './files/service.ts'
import { namesOf } from './names.ts'
import { nodeStyles } from './styles.ts'
import { testFiles } from './tests/index.ts'

/** Fastify 5 and TypeScript on Node 24, run as it is written. */
export const node = defineLanguage({
  name: 'node',
  title: 'Node',
  generate: async (input) => {
    const styles = nodeStyles.filter(({ name }) => input.charter.serves.includes(name))
    const emitting: Emitting = {
      ...input,
      styles,
      names: namesOf(input.charter),
      packages: packagesOf({
        drivers: input.state ? [input.rows, input.state] : [input.rows],
        styles,
        accepts: input.charter.access.accepts,
      }),
      header: headerOf(input),
    }
    const source = [
      ...entityFiles(emitting),
      ...serviceFiles(emitting),
      ...styles.flatMap((style) => style.files(emitting)),
      ...testFiles(emitting),
    ]
    const copied = copiedFiles(input)
    const isSource = ({ path }: GeneratedFile): boolean => path.endsWith('.ts')
    // Copied source too: where imports became relative, their order changed.
    const formatted = await input.format([...source, ...copied.filter(isSource)])
    const others = copied.filter((file) => !isSource(file))
    return [...formatted, ...projectFiles(emitting), ...others].sort((a, b) => (a.path < b.path ? -1 : 1))
  },
})

const headerOf = ({ charter }: GenerateInput): string =>
  `// Generated from the charter "${charter.name}". What you change here is kept, and reported when generating again.`

const machine = (path: string, text: string | null): readonly GeneratedFile[] =>
  text === null ? [] : [{ path, text, owner: 'machine' }]

const entityFiles = (emitting: Emitting): readonly GeneratedFile[] =>
  emitting.model.entities.flatMap((entity) => {
    const file = emitting.names.file(entity.name)
    const sql = emitting.sql.find((each) => each.entity === entity.name)
    return [
      ...machine(`src/entities/${file}/${file}.ts`, entityFile(emitting, entity)),
      ...(sql ? machine(`src/entities/${file}/${file}.sql.ts`, entitySqlFile(emitting, sql)) : []),
    ]
  })

const serviceFiles = (emitting: Emitting): readonly GeneratedFile[] => [
  ...machine('src/main.ts', mainFile(emitting)),
  ...machine('src/server.ts', serverFile(emitting)),
  ...machine('src/service.ts', serviceFile(emitting)),
  ...machine('src/model.ts', modelFile(emitting)),
  ...machine('src/access.ts', accessFile(emitting)),
  ...machine('src/sql.ts', sqlFile(emitting)),
  ...machine('src/types.ts', typesFile(emitting)),
  ...machine('src/migrations/0001-initial.ts', migrationFile(emitting)),
  ...machine('src/operations/index.ts', operationsIndexFile(emitting)),
  ...(emitting.model.operations.length > 0 ? machine('src/operations/models.ts', operationModelsFile(emitting)) : []),
  ...emitting.model.operations.map(
    (operation): GeneratedFile => ({
      path: `src/operations/${emitting.names.operationFile(operation.name)}.ts`,
      text: operationFile(emitting, operation),
      owner: 'person',
    }),
  ),
]

const projectFiles = (emitting: Emitting): readonly GeneratedFile[] => [
  ...machine('package.json', packageFile(emitting)),
  ...machine('package-lock.json', lockFile(emitting.charter.name, emitting.charter.version, emitting.packages)),
  ...machine('tsconfig.json', tsconfigFile()),
  ...machine('biome.json', biomeFile(emitting)),
  ...machine('Dockerfile', dockerFile(emitting)),
  ...machine('.dockerignore', dockerignoreFile()),
  ...machine('.gitignore', gitignoreFile()),
  ...machine('sbom.cdx.json', sbomFile(emitting)),
  ...machine('README.md', readmeFile(emitting)),
  ...machine('access.cedar', emitting.cedar),
  ...machine('src/page.json', pageFile(emitting)),
]

const copiedFiles = ({ runtimeFiles, contracts }: GenerateInput): readonly GeneratedFile[] => [
  ...Object.entries(runtimeFiles).flatMap(([path, text]) => machine(path, text)),
  ...Object.values(contracts).flatMap((documents) =>
    Object.entries(documents).flatMap(([path, text]) => machine(path, text)),
  ),
]
