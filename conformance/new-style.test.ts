import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installNodeModules } from '@charter/project'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const here = join(root, 'conformance', 'new-style')
const folder = mkdtempSync(join(tmpdir(), 'charter-new-style-'))
/** The project with two more styles in it, one with a port of its own, and nothing else. */
const copy = join(folder, 'project')
const added = ['plain', 'lines']
const folderOf = (style: string): string => join('packages', 'styles', 'src', style)
const run = promisify(execFile)
/** Where it fails, what it said. */
const told = (program: string, args: readonly string[], cwd: string) =>
  run(program, args, { cwd }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })

const charter = (separator: string): string => `charter: 1
name: books
serves: [rest, plain, lines]
sources: { main: { own: sqlite } }
plain: { separator: '${separator}' }
access: { accepts: [jwt], roles: [reader] }
entities:
  Book:
    key: code
    fields: { code: { type: text, length: 1..20 }, title: { type: text, length: 1..40 }, pages: { type: int32 } }
    allow: { reader: { do: [read, list] } }
    samples: [{ code: dune, title: Dune, pages: 412 }]
`

const isSource = (path: string): boolean => !['node_modules', '.types'].includes(basename(path))

/** What others made is linked; what is ours leads to the copy's own packages, as npm's workspaces do. */
const linkModules = (from: string, to: string): void => {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (name === '@charter') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
}

const filesIn = (of: string): readonly string[] =>
  readdirSync(of, { withFileTypes: true }).flatMap((entry) => {
    const path = join(of, entry.name)
    if (!isSource(path)) return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })

beforeAll(() => {
  for (const part of ['packages', 'apps', 'scripts', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(root, group)))
      linkModules(join(root, group, name, 'node_modules'), join(copy, group, name, 'node_modules'))
  for (const style of added) cpSync(join(here, style), join(copy, folderOf(style)), { recursive: true })
  for (const [name, separator] of [
    ['sound', ': '],
    ['wrong', ' - '],
  ] as const) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'charter.yaml'), charter(separator))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a style that is added edits no file outside its folder, but for the registry that is written', async () => {
  const index = join(copy, 'scripts', 'index.mjs')
  const { stdout } = await run(process.execPath, [index])
  expect(stdout).toBe('written: packages/styles/src/registry.gen.ts\n')
  expect((await run(process.execPath, [index, '--check'])).stdout).toBe('The registries are current.\n')
  expect((await run(process.execPath, [join(copy, 'scripts', 'layers.mjs')])).stdout).toBe('Layers hold.\n')
  const changed = filesIn(join(copy, 'packages'))
    .map((path) => relative(copy, path))
    .filter((path) => !added.some((style) => path.startsWith(folderOf(style))))
    .filter((path) => !readFileSync(join(copy, path)).equals(readFileSync(join(root, path))))
  expect(changed).toEqual(['packages/styles/src/registry.gen.ts'])
})

const dune = { code: 'dune', title: 'Dune', pages: 412 }
const called = { kind: 'value', value: dune }
const lines = {
  row: JSON.stringify({ value: dune }),
  missing: JSON.stringify({ problem: 'not-found' }),
  nobody: JSON.stringify({ problem: 'unauthenticated' }),
}
const answers = {
  row: { status: 200, type: 'text/plain; charset=utf-8', text: 'code: "dune"\ntitle: "Dune"\npages: 412\n' },
  missing: { status: 404, type: 'text/plain; charset=utf-8', text: expect.stringMatching(/^not-found: .*\n$/) },
  nobody: { status: 401, type: 'text/plain; charset=utf-8', text: expect.stringMatching(/^unauthenticated: .*\n$/) },
}

test('its setting is read and refused in its place; it is served in process and by the generated service, at a port of its own too', async () => {
  cpSync(join(here, 'drive.ts'), join(copy, 'drive.ts'))
  const { stdout } = await run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(copy, 'drive.ts'),
    join(folder, 'sound'),
    join(folder, 'wrong'),
  ])
  expect(JSON.parse(stdout)).toEqual({
    refused: [
      {
        code: 'plain-separator',
        line: 5,
        column: 21,
        path: 'plain.separator',
        message: '` - ` does not end a name: it has to hold a colon.',
      },
    ],
    inProcess: { plain: { ...answers, called }, lines: { ...lines, called } },
    generated: { plain: answers, lines },
    unstarted: [
      'LINES_GREETING is "loud": set it to true or false, or leave it out.',
      'LINES_PORT must be a number from 0 to 65535.',
    ],
  })
  const service = join(folder, 'sound')
  await installNodeModules(service, { withTools: true })
  for (const [tool, ...args] of [['tsc'], ['biome', 'check', '.']] as const)
    await told(join(service, 'node_modules', '.bin', tool), args, service)
  const tests = ['test/service/*.test.ts', 'test/scenarios/entities/*.test.ts']
  await told(process.execPath, ['--disable-warning=ExperimentalWarning', '--test', ...tests], service)
})
