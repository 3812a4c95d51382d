import { nodeFlags } from '@charter/runtime/service'
import { componentsOf, nodeMajor } from '../dependencies.ts'
import type { EmitContext } from '../emit-context.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const packageFile = ({ charter, packages }: EmitContext): string =>
  json({
    name: charter.name,
    version: charter.version,
    description: charter.description ?? charter.title,
    private: true,
    type: 'module',
    engines: { node: `>=${nodeMajor}` },
    scripts: {
      prestart: requireNode,
      predev: requireNode,
      pretest: requireNode,
      start: `node ${nodeFlags.join(' ')} src/main.ts`,
      dev: `CHARTER_MODE=development node ${nodeFlags.join(' ')} src/main.ts`,
      test: "node --disable-warning=ExperimentalWarning --test 'test/**/*.test.ts'",
      types: 'tsc',
      lint: 'biome check .',
    },
    dependencies: packages.dependencies,
    devDependencies: packages.developmentDependencies,
  })

/** An older Node cannot read the first file, and says nothing that helps. */
const requireNode = `node -e "parseInt(process.versions.node) < ${nodeMajor} && (console.error('This needs Node ${nodeMajor} or later; this is Node ' + process.versions.node + '.'), process.exit(1))"`

export const tsconfigFile = (): string =>
  json({
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      noFallthroughCasesInSwitch: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src', 'test', 'client'],
  })

/** The same style as the runtime files that are copied in. */
export const biomeConfig = {
  files: { includes: ['**', '!**/*.json', '!src/development/page'] },
  formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 120 },
  javascript: { formatter: { semicolons: 'asNeeded', quoteStyle: 'single', trailingCommas: 'all' } },
}

/** Contracts stay as they are published. Lists on one line, as Biome itself would print them. */
export const biomeFile = (emitting: Pick<EmitContext, 'contracts'>): string =>
  json(biomeConfigFor(contractFiles(emitting))).replaceAll(
    /\[\s+([^\]]*?)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\s*\n\s*/g, ' ')}]`,
  )

const biomeConfigFor = (contracts: readonly string[]) => {
  const schemas = contracts.filter((file) => file.endsWith('.graphql')).map((file) => `!${file}`)
  return { ...biomeConfig, files: { includes: [...biomeConfig.files.includes, ...schemas] } }
}

/** The published contracts, in the service's own folder. */
export const contractFiles = ({ contracts }: Pick<EmitContext, 'contracts'>): readonly string[] =>
  Object.values(contracts).flatMap((documents) => Object.keys(documents))

/** Top folders of contracts that are laid out in folders, as protobuf's are. */
const contractFolders = (emitting: EmitContext): readonly string[] => [
  ...new Set(contractFiles(emitting).flatMap((file) => (file.includes('/') ? [file.slice(0, file.indexOf('/'))] : []))),
]

export const gitignoreFile = (): string =>
  ['node_modules', '.env', '.charter/data/', '.charter/pending/', '*.db', '*.db-shm', '*.db-wal', ''].join('\n')

export const dockerignoreFile = (): string => [...notInImage, ''].join('\n')

const notInImage = [
  ...['node_modules', '.charter', '.git', '.github', '.env', 'chart', 'compose.yaml', 'test', '*.db*'],
  // Of development alone.
  ...['src/development', 'src/development-page.ts', 'src/page.json'],
]

/** Asks the listener as the environment has it: on its port, over TLS where it has a certificate, which need not be for this name. */
const healthCheck =
  "const { HOST = '0.0.0.0', PORT = '8080', TLS_CERT } = process.env; const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST; require(TLS_CERT ? 'node:https' : 'node:http').get({ host, port: PORT, path: '/healthz', timeout: 5000, rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1)).on('timeout', () => process.exit(1))"

/** Two stages: dependencies as the lock file has them, then only what runs, as a user who owns nothing but the data. */
export const dockerFile = (emitting: EmitContext): string => `FROM node:${nodeMajor}-slim AS dependencies
WORKDIR /service
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:${nodeMajor}-slim
ENV NODE_ENV=production CHARTER_MODE=production CHARTER_DATA=/data HOST=0.0.0.0 PORT=8080
WORKDIR /service
COPY --from=dependencies /service/node_modules node_modules
COPY ${['package.json', ...contractFiles(emitting).filter((file) => !file.includes('/'))].join(' ')} ./
${contractFolders(emitting)
  .map((folder) => `COPY ${folder} ${folder}\n`)
  .join('')}COPY src src
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE ${[8080, ...emitting.styles.flatMap(({ listener }) => listener?.portDefault ?? [])].join(' ')}
# Plain HTTP leaves loopback only behind a proxy that ends TLS; say so with CHARTER_BEHIND=tls-proxy.
HEALTHCHECK CMD ${JSON.stringify(['node', '-e', healthCheck])}
CMD [${['node', ...nodeFlags, 'src/main.ts'].map((word) => JSON.stringify(word)).join(', ')}]
`

/** CycloneDX 1.6: what the service is made of. No date and no serial number, so that the same charter gives the same file. */
export const sbomFile = ({ charter, packages }: EmitContext): string =>
  json({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${charter.name}@${charter.version}`,
        name: charter.name,
        version: charter.version,
      },
    },
    components: componentsOf(packages).map(({ name, version, integrity }) => ({
      type: 'library',
      'bom-ref': `pkg:npm/${name.replace('@', '%40')}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content: integrity }],
    })),
  })
