import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

const isTest = (path: string): boolean => /\.test\.ts$|\/(?:testing|fixtures)(?:\/|\.ts$)|\/conformance\//.test(path)

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\/(?:node_modules|\.types)(?:\/|$)/.test(`${entry.parentPath}/`))
    .map((entry) => join(entry.parentPath, entry.name))

/** Lines of code in a folder of the project, tests and what they need left out. */
export const linesOf = (folder: string): number =>
  filesIn(join(root, folder))
    .filter((path) => path.endsWith('.ts') && !isTest(path))
    .reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)

/**
 * Code that names something outside its folders: each is a place that the next of its kind may have to be added to. `named`
 * finds the name in a text; `beside` is the folder in which it has neighbours, of which only what lists them counts.
 */
export const namedOutside = (named: RegExp, folders: readonly string[], beside: string): readonly string[] =>
  ['packages', 'apps', 'scripts']
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((path) => /\.(?:ts|mjs|json)$/.test(path) && !isTest(path))
    .map((path) => relative(root, path))
    .filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)))
    .filter((path) => !path.startsWith(`${beside}/`) || /registry|index\.ts|drivers\.ts/.test(path))
    .filter((path) => named.test(readFileSync(join(root, path), 'utf8')))
    .sort()
