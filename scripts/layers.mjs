// Imports run downwards only, never sideways, never into another package's inside, and never in a circle of files
// (ARCHITECTURE.md).
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { circlesOf } from './layers/circles.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const layers = [
  ['runtime'],
  ['charter', 'page'],
  ['sql'],
  ['connectors', 'styles', 'access', 'draft', 'ledger'],
  ['service', 'languages'],
  ['project', 'deploy'],
  ['assistant'],
  ['server'],
  ['cli'],
]
/** Rooms of a package: each imports only from those before it. Files of no room, its indexes, import from all, and no room from them. */
const rooms = {
  runtime: [
    ...[
      'problem',
      'values',
      'limits',
      'call',
      'selection',
      'settings',
      'store',
      'protect',
      'files',
      'rows',
      'record',
      'identity',
    ],
    ...['execute', 'http', 'host'],
  ],
}
const layerOf = (name) => layers.findIndex((layer) => layer.includes(name))

/** Its place among the rooms of its package; less than 0: it is in none, or there are none. */
const roomOf = (name, folder, file) => (rooms[name] ?? []).indexOf(relative(join(folder, 'src'), file).split(sep)[0])

const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !entry.parentPath.includes('node_modules') &&
        !entry.parentPath.includes('.types'),
    )
    .map((entry) => join(entry.parentPath, entry.name))

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

const faultsIn = (packageName, folder, file) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const isTest = /\.test\.tsx?$/.test(file) || file.includes('/testing/')
  const faults = []
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const where = `${relative(root, file)} imports ${specifier}`
    if (specifier.startsWith('.')) {
      const target = join(dirname(file), specifier)
      if (!target.startsWith(folder)) faults.push(`${where}: a relative path must not leave its package`)
      const [from, to] = [file, target].map((each) => roomOf(packageName, folder, each))
      if (!isTest && from >= 0 && (to < 0 || to > from))
        faults.push(`${where}: a room imports only from those before it`)
      continue
    }
    const own = /^@charter\/([^/]+)(\/.*)?$/.exec(specifier)
    if (!own) continue
    const [, name, inside] = own
    if (layerOf(name) < 0) faults.push(`${where}: there is no such package in the layers`)
    else if (layerOf(name) >= layerOf(packageName) && name !== packageName && !isTest)
      faults.push(`${where}: ${packageName} may import only from lower layers`)
    const { exports: exported = {} } =
      name === packageName ? manifest : JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    if (inside && !exported[`.${inside}`]) faults.push(`${where}: import from the package's index instead`)
    if (!isTest && name !== packageName && !manifest.dependencies?.[`@charter/${name}`])
      faults.push(`${where}: add it to ${packageName}'s package.json`)
  }
  return faults
}

const circleFaults = (folder, files) =>
  circlesOf(files).map((circle) => {
    const path = [...circle, circle[0]].map((file) => relative(folder, file)).join(' → ')
    return `${relative(root, folder)}: ${path}: files must not import each other in a circle`
  })

const faults = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).flatMap((name) => {
    const folder = join(root, group, name)
    const files = sources(join(folder, 'src'))
    return [...files.flatMap((file) => faultsIn(name, folder, file)), ...circleFaults(join(folder, 'src'), files)]
  }),
)
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'Layers hold.' : `${faults.length} faults break the layers.`)
process.exit(faults.length === 0 ? 0 : 1)
