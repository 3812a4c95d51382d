import { generateService, type LoadedCharter, requireSound } from '@charter/project'

/**
 * What a generated service is told of its charter as types, in one file for code that serves the charter in process: its values, rows,
 * entities, and the bodies that it asks for, of operations and of routes.
 */
export const charterTypes = async (loaded: LoadedCharter): Promise<string> => {
  const { files } = await generateService(requireSound(loaded), 'node', loaded)
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? ''
  const rows = files
    .filter(({ path }) => /^src\/entities\/([^/]+)\/\1\.ts$/.test(path))
    .flatMap(({ text }) => firstInterface.exec(text)?.[0] ?? [])
  const bodies = ['src/operations/bodies.ts', 'src/routes/bodies.ts']
  const parts = [textOf('src/types.ts'), ...rows, ...['src/entities.ts', ...bodies].map(textOf)].filter(
    (text) => text !== '',
  )
  return [
    '// What `charter/` says, as types: written by `npm run goldens`.',
    importsIn(parts.join('\n')),
    ...parts.map(withoutImports),
    "declare module '@charter/runtime/service' {\n  interface InternalOperations extends Internal {}\n}",
  ]
    .join('\n\n')
    .concat('\n')
}

const firstInterface = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export interface \w+ \{\n[\s\S]*?\n\}/

const withoutImports = (text: string): string =>
  text
    .replaceAll(/^import [^\n]*\n/gm, '')
    .replace(/^\/\/[^\n]*\n/, '')
    .trim()

const ofRuntime = ['Json']
const ofService = ['EntityShape', 'InternalOperation', 'JobBody', 'OperationBody', 'RouteBody']

const importsIn = (text: string): string => {
  const used = (names: readonly string[]): string =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).join(', ')
  return [
    `import type { ${used(ofRuntime)} } from '@charter/runtime'`,
    `import type { ${used(ofService)} } from '@charter/runtime/service'`,
  ].join('\n')
}
