import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const scripts = dirname(fileURLToPath(import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'charter-layers-'))
  for (const part of ['layers', 'layers.mjs'])
    cpSync(join(scripts, part), join(root, 'scripts', part), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** What `npm run layers` says of a project that has these files. */
const layersOf = (files: Readonly<Record<string, string>>) => {
  for (const group of ['packages', 'apps']) mkdirSync(join(root, group), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    const [group = '', name = ''] = path.split('/')
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, group, name, 'package.json'), JSON.stringify({ name: `@charter/${name}` }))
    writeFileSync(join(root, path), text)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/layers.mjs')], {
    encoding: 'utf8',
  })
  return { status, stdout, faults: stderr.split('\n').filter((line) => line !== '') }
}

test('imports that run one way hold', () => {
  const files = {
    'packages/charter/src/a.ts': "import { b } from './inner/b.ts'\n",
    'packages/charter/src/inner/b.ts': "import type { C } from '../c.ts'\n",
    'packages/charter/src/c.ts': 'export interface C {}\n',
  }
  expect(layersOf(files)).toEqual({ status: 0, stdout: 'Layers hold.\n', faults: [] })
})

test('a circle of files is refused, and told as a path from its first file back to it', () => {
  const { status, faults } = layersOf({
    'packages/charter/src/c.ts': "export { a } from './a.ts'\n",
    'packages/charter/src/a.ts': "import {\n  b,\n} from './inner/b.ts'\n",
    'packages/charter/src/inner/b.ts': "import '../c.ts'\n",
    'packages/charter/src/outside.ts': "import { a } from './a.ts'\n",
  })
  expect(status).toBe(1)
  expect(faults).toEqual([expect.stringMatching(/^packages\/charter\/src: a\.ts → inner\/b\.ts → c\.ts → a\.ts: /)])
})

test('a circle that is of types alone, or closed by a late import, is one; in an app as in a package', () => {
  const { faults } = layersOf({
    'packages/charter/src/a.ts': "import type { B } from './b.ts'\n",
    'packages/charter/src/b.ts': "export type { A } from './a.ts'\n",
    'apps/cli/src/c.ts': "import { d } from './d.ts'\n",
    'apps/cli/src/d.ts': "export const late = () => import('./c.ts')\n",
  })
  expect(faults).toEqual([
    expect.stringMatching(/a\.ts → b\.ts → a\.ts/),
    expect.stringMatching(/c\.ts → d\.ts → c\.ts/),
  ])
})

test('of circles that share a file each is told', () => {
  const { faults } = layersOf({
    'packages/charter/src/a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'\n",
    'packages/charter/src/b.ts': "import { a } from './a.ts'\n",
    'packages/charter/src/c.ts': "import { a } from './a.ts'\n",
  })
  expect(faults).toEqual([
    expect.stringMatching(/a\.ts → b\.ts → a\.ts/),
    expect.stringMatching(/a\.ts → c\.ts → a\.ts/),
  ])
})

test('an import that stands in the text of a file to be written is none', () => {
  const files = {
    'packages/charter/src/a.ts': "import { b } from './b.ts'\n",
    'packages/charter/src/b.ts': "export const b = `\n  import { a } from './a.ts'\n`\nexport const path = './a.ts'\n",
  }
  expect(layersOf(files).status).toBe(0)
})

test('a room of the engine imports only from those before it, and nothing from the index that is over all', () => {
  const { faults } = layersOf({
    'packages/runtime/src/values/a.ts': "import type { B } from '../call/b.ts'\n",
    'packages/runtime/src/call/b.ts': "import { c } from '../values/c.ts'\nimport { all } from '../index.ts'\n",
    'packages/runtime/src/values/c.ts': 'export const c = 1\n',
    'packages/runtime/src/index.ts': "export { c } from './values/c.ts'\n",
  })
  expect(faults).toEqual([
    expect.stringContaining('call/b.ts imports ../index.ts: a room imports only from those before it'),
    expect.stringContaining('values/a.ts imports ../call/b.ts: a room imports only from those before it'),
  ])
})
