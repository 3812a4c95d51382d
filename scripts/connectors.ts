import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { connectors } from '@charter/connectors'

const usage = `Usage: npm run connectors -- [--lines] [--stat] [--json]

For each database: how many lines are its own and how many it shares with others (--lines), and which files outside its folder
name it, which are those that a change touches that adds one (--stat). Tests and what they need are left out. Without either, both.
`

const { values: asked } = parseArgs({
  options: {
    lines: { type: 'boolean' },
    stat: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (asked.help) {
  console.log(usage)
  process.exit(0)
}
const isAll = !asked.lines && !asked.stat

const root = join(import.meta.dirname, '..')
const kit = join(root, 'packages', 'sql', 'src')
const folderOf = (name: string): string => join(root, 'packages', 'connectors', 'src', name)

const isTest = (path: string): boolean => /\.test\.ts$|\/testing(?:\/|\.ts$)|\/conformance\//.test(path)

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\/(?:node_modules|\.types)(?:\/|$)/.test(`${entry.parentPath}/`))
    .map((entry) => join(entry.parentPath, entry.name))

const linesOf = (folder: string): number =>
  filesIn(folder)
    .filter((path) => path.endsWith('.ts') && !isTest(path))
    .reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)

/** Code that names a database outside its folder: each is a place that the next one has to be added to. */
const namedIn = (name: string): readonly string[] =>
  ['packages', 'apps', 'scripts']
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((path) => /\.(?:ts|mjs|json)$/.test(path) && !isTest(path) && !path.startsWith(`${folderOf(name)}/`))
    .filter(
      (path) =>
        !path.startsWith(join(root, 'packages', 'connectors', 'src')) || /registry|index\.ts|drivers\.ts/.test(path),
    )
    .filter((path) => new RegExp(`['"\`/ ]${name}['"\`/.]`, 'i').test(readFileSync(path, 'utf8')))
    .map((path) => relative(root, path))
    .sort()

const shared = linesOf(kit)
const found = connectors.map(({ name, title }) => ({
  name,
  title,
  lines: linesOf(folderOf(name)),
  kit: shared,
  touches: namedIn(name),
}))

if (asked.json) console.log(JSON.stringify(found, null, 2))
else
  for (const { title, lines, touches } of found) {
    if (isAll || asked.lines)
      console.log(`${title.padEnd(12)} ${String(lines).padStart(6)} lines of its own, ${shared} of the kit`)
    if (isAll || asked.stat) for (const path of touches) console.log(`             ${path}`)
  }
