import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { draftCharter } from '@charter/draft'
import { charterVersion, runSources } from '@charter/project'
import { bundleGraphiql } from '../graphiql/bundle.ts'
import { bundle, notices, wholeIn } from './bundle.ts'
import { manifestOf } from './manifest.ts'

/** What services carry, and what is read at run time, of each package of ours: by folder or file. */
const carried: Readonly<Record<string, readonly string[]>> = {
  runtime: ['src'],
  page: ['src', 'page'],
  sql: ['src/server', 'src/store'],
  styles: ['src'],
  connectors: ['src'],
  charter: ['src/examples'],
  project: ['src/verify', ...runSources.map((name) => `src/${name}`), 'service-tests', 'site'],
  draft: ['lexicon/compiled.txt'],
  ledger: ['page'],
  server: ['charter'],
}

/** Lays out in `to` what a person installs. */
export const stage = async (root: string, to: string): Promise<void> => {
  const { packages } = await bundle(root, join(to, 'dist'))
  const version = charterVersion()
  mkdirSync(join(to, 'bin'), { recursive: true })
  cpSync(join(root, 'apps/cli/bin/installed.mjs'), join(to, 'bin/charter.mjs'))
  cpSync(join(root, 'apps/cli/bin/hand-over.mjs'), join(to, 'bin/hand-over.mjs'))
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
  cpSync(join(root, 'docs/install.md'), join(to, 'README.md'))
  // With the first words that are read, the lexicon is compiled.
  draftCharter('a library with members, books and loans')
  const whole = wholeIn(root)
  const bundled = {
    ...Object.fromEntries(Object.keys(carried).map((name) => [`@charter/${name}`, version])),
    ...Object.fromEntries(whole.map((name) => [name, copyWhole(root, to, name)])),
  }
  for (const [name, parts] of Object.entries(carried)) copyCarried(root, to, name, parts)
  const graphiql = await bundleGraphiql(root, join(to, 'node_modules/@charter/project/graphiql/built'))
  cpSync(join(root, 'starters'), join(to, 'node_modules/@charter/project/starters'), { recursive: true })
  writeFileSync(
    join(to, 'NOTICES.txt'),
    notices([
      ...new Set([...packages, ...graphiql.packages]),
      ...whole.map((name) => join(root, 'node_modules', name)),
    ]),
  )
  const { manifest, lock } = manifestOf(root, version, bundled)
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(to, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

/** Files that are carried, under the package's name; it depends on nothing, as nothing of it is run. */
const copyCarried = (root: string, to: string, name: string, parts: readonly string[]): void => {
  const [from, into] = [join(root, 'packages', name), join(to, 'node_modules/@charter', name)]
  for (const part of parts) {
    mkdirSync(dirname(join(into, part)), { recursive: true })
    cpSync(join(from, part), join(into, part), { recursive: true, filter: isCarried })
  }
  const { version, license } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  writeFileSync(
    join(into, 'package.json'),
    `${JSON.stringify({ name: `@charter/${name}`, version, license, type: 'module', exports: { './package.json': './package.json' } }, null, 2)}\n`,
  )
}

/** Neither tests nor what only they need; those of services are among what is carried. */
const isCarried = (path: string): boolean =>
  path.includes(`${sep}service-tests`) || !/\.test\.ts$|[/\\](?:testing|conformance|\.types)(?:[/\\]|$)/.test(path)

/** A package of somebody else, without what is for other platforms, compilers and people; gives its version. */
const copyWhole = (root: string, to: string, name: string): string => {
  const from = join(root, 'node_modules', name)
  cpSync(from, join(to, 'node_modules', name), {
    recursive: true,
    filter: (path) => !/\.(?:d\.ts|map|md)$|cedar-wasm[/\\](?:esm|web)(?:[/\\]|$)/.test(path),
  })
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const { scripts: _, devDependencies: __, ...kept } = manifest
  writeFileSync(join(to, 'node_modules', name, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
  return manifest.version
}
