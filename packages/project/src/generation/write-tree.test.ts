import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GeneratedFile } from '@charter/charter'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { digestOf } from './manifest.ts'
import { Unresolved, writeTree } from './write-tree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-tree-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const shared = (path: string, text: string, id?: string): GeneratedFile => ({
  path,
  text,
  owner: 'shared',
  ...(id !== undefined && { id }),
})
const machine = (path: string, text: string): GeneratedFile => ({ path, text, owner: 'machine' })
const person = (path: string, text: string, id?: string): GeneratedFile => ({
  ...shared(path, text, id),
  owner: 'person',
})
const at = (path: string): string => join(folder, path)
const read = (path: string): string => readFileSync(at(path), 'utf8')
const edit = (path: string, from: string, to: string): void => {
  expect(read(path)).toContain(from)
  writeFileSync(at(path), read(path).replace(from, to))
}
const text = (...changed: readonly string[]): string =>
  ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', ...changed].join('\n')
const tree = [shared('src/a.ts', text('a1')), shared('src/b.ts', text('b1')), person('src/own.ts', text('own1'))]
const everything = (): readonly (readonly [string, number])[] =>
  readdirSync(folder, { recursive: true }).map((name) => [String(name), statSync(at(String(name))).mtimeMs] as const)

test('a contract of tens of megabytes is generated again', async () => {
  const contract = (name: string) => [machine('openapi.json', `${'{"name":1},'.repeat(1_800_000)}${name}`)]
  await writeTree(folder, contract('one'))
  await writeTree(folder, contract('two'))
  expect(read('openapi.json').endsWith('two')).toBe(true)
})

test('twice is no diff: nothing is written, not even touched', async () => {
  expect((await writeTree(folder, tree)).written).toEqual(['src/a.ts', 'src/b.ts', 'src/own.ts'])
  const before = everything()
  expect(await writeTree(folder, tree)).toMatchObject({ written: [], merged: [], unchanged: 3 })
  expect(everything()).toEqual(before)
})

test('one changed file is the one that is written', async () => {
  await writeTree(folder, tree)
  expect(await writeTree(folder, [shared('src/a.ts', text('a2')), ...tree.slice(1)])).toMatchObject({
    written: ['src/a.ts'],
    unchanged: 2,
  })
  expect(read('src/a.ts')).toBe(text('a2'))
})

describe('a shared file', () => {
  const next = [shared('src/a.ts', text('a2')), ...tree.slice(1)]

  test('that both sides changed in different lines has both, time after time', async () => {
    await writeTree(folder, tree)
    edit('src/a.ts', 'beta', 'beta // mine')
    expect(await writeTree(folder, next)).toMatchObject({ merged: ['src/a.ts'], conflicts: [] })
    expect(read('src/a.ts')).toBe(text('a2').replace('beta', 'beta // mine'))
    expect(await writeTree(folder, next)).toMatchObject({ merged: [], unchanged: 3 })
    expect(await writeTree(folder, tree)).toMatchObject({ merged: ['src/a.ts'] })
    expect(read('src/a.ts')).toBe(text('a1').replace('beta', 'beta // mine'))
  })

  test('that both changed in the same lines is marked, told with its line, and refused until it is resolved', async () => {
    await writeTree(folder, tree)
    edit('src/a.ts', 'a1', 'mine')
    expect((await writeTree(folder, next)).conflicts).toEqual([{ path: 'src/a.ts', lines: [7, 11] }])
    expect(read('src/a.ts')).toBe(text('<<<<<<< yours', 'mine', '=======', 'a2', '>>>>>>> charter'))
    const before = everything()
    await expect(writeTree(folder, next)).rejects.toThrow(Unresolved)
    await expect(writeTree(folder, next)).rejects.toThrow(/src\/a\.ts:7.*--continue/)
    expect(everything()).toEqual(before)
    writeFileSync(at('src/a.ts'), text('both'))
    expect(await writeTree(folder, next)).toMatchObject({ conflicts: [], merged: [] })
    expect(read('src/a.ts')).toBe(text('both'))
    expect(await writeTree(folder, [shared('src/a.ts', `new\n${text('a2')}`), ...tree.slice(1)])).toMatchObject({
      merged: ['src/a.ts'],
    })
    expect(read('src/a.ts')).toBe(`new\n${text('both')}`)
  })

  test('keeps its line ends and its mode', async () => {
    await writeTree(folder, tree)
    writeFileSync(at('src/a.ts'), text('a1').replace('beta', 'BETA').replaceAll('\n', '\r\n'))
    chmodSync(at('src/a.ts'), 0o755)
    await writeTree(folder, next)
    expect(read('src/a.ts')).toBe(text('a2').replace('beta', 'BETA').replaceAll('\n', '\r\n'))
    expect(statSync(at('src/a.ts')).mode & 0o777).toBe(0o755)
  })

  test('that is JSON stays JSON: members of both sides, versions as generated', async () => {
    const document = (of: object): GeneratedFile => shared('package.json', `${JSON.stringify(of, null, 2)}\n`)
    await writeTree(folder, [
      document({ version: '1.0.0', scripts: { start: 'a' }, dependencies: { fastify: '5.0.0' } }),
    ])
    writeFileSync(
      at('package.json'),
      JSON.stringify({
        version: '1.0.0-mine',
        scripts: { start: 'mine', lint: 'mine' },
        dependencies: { fastify: '4.0.0', mine: '1.0.0' },
      }),
    )
    const report = await writeTree(folder, [
      document({ version: '1.1.0', scripts: { start: 'b' }, dependencies: { fastify: '5.1.0', pg: '8.0.0' } }),
    ])
    expect(report).toMatchObject({ merged: ['package.json'], conflicts: [] })
    expect(JSON.parse(read('package.json'))).toEqual({
      version: '1.1.0',
      scripts: { start: 'mine', lint: 'mine' },
      dependencies: { fastify: '5.1.0', pg: '8.0.0', mine: '1.0.0' },
    })
  })

  test('that a person deleted stays away until it is asked for', async () => {
    await writeTree(folder, tree)
    rmSync(at('src/a.ts'))
    for (let times = 0; times < 2; times++) {
      expect(await writeTree(folder, next)).toMatchObject({ leftOut: ['src/a.ts'], written: [] })
      expect(existsSync(at('src/a.ts'))).toBe(false)
    }
    expect(await writeTree(folder, next, { isRestoring: true })).toMatchObject({ leftOut: [], written: ['src/a.ts'] })
    expect(read('src/a.ts')).toBe(text('a2'))
  })

  test('that a person moved, and that nothing makes any more, goes from where it is; changed, it is said to be left', async () => {
    await writeTree(folder, tree)
    mkdirSync(at('src/mine'))
    renameSync(at('src/a.ts'), at('src/mine/a.ts'))
    renameSync(at('src/b.ts'), at('src/mine/b.ts'))
    edit('src/mine/b.ts', 'beta', 'beta // mine')
    expect(await writeTree(folder, tree.slice(2))).toMatchObject({
      removed: ['src/mine/a.ts'],
      orphaned: ['src/mine/b.ts'],
    })
    expect([existsSync(at('src/mine/a.ts')), existsSync(at('src/mine/b.ts'))]).toEqual([false, true])
  })

  test('that a person moved, and changed, is followed to where it is', async () => {
    await writeTree(folder, tree)
    mkdirSync(at('src/mine'))
    renameSync(at('src/a.ts'), at('src/mine/moved.ts'))
    edit('src/mine/moved.ts', 'beta', 'beta // mine')
    expect(await writeTree(folder, next)).toMatchObject({ merged: ['src/mine/moved.ts'], leftOut: [] })
    expect([read('src/mine/moved.ts'), existsSync(at('src/a.ts'))]).toEqual([
      text('a2').replace('beta', 'beta // mine'),
      false,
    ])
    expect(await writeTree(folder, next)).toMatchObject({ merged: [], unchanged: 3 })
    expect(await writeTree(folder, tree.slice(1))).toMatchObject({ orphaned: ['src/mine/moved.ts'] })
    expect(existsSync(at('src/mine/moved.ts'))).toBe(true)
  })
})

test('a machine’s file takes its own lines where both changed, and the person’s file is kept beside', async () => {
  await writeTree(folder, [machine('schema.graphql', text('a1'))])
  edit('schema.graphql', 'a1', 'mine')
  expect(await writeTree(folder, [machine('schema.graphql', text('a2'))])).toMatchObject({ aside: ['schema.graphql'] })
  expect([read('schema.graphql'), read('schema.graphql.yours')]).toEqual([text('a2'), text('mine')])
})

describe('a rename, known by its id,', () => {
  const before = [
    shared('src/patient.ts', text('Patient'), '{Patient}'),
    person('src/go.ts', text('go', 'body'), '{go}'),
  ]
  const after = [
    shared('src/client.ts', text('Client'), '{Patient}'),
    person('src/run.ts', text('run', 'body'), '{go}'),
  ]

  test('takes a person’s changes along, in files of all kinds, and leaves nothing behind', async () => {
    await writeTree(folder, before)
    edit('src/patient.ts', 'beta', 'beta // mine')
    edit('src/go.ts', 'body', 'my body')
    expect(await writeTree(folder, after)).toMatchObject({
      renamed: [
        { from: 'src/patient.ts', to: 'src/client.ts' },
        { from: 'src/go.ts', to: 'src/run.ts' },
      ],
      conflicts: [],
      removed: [],
    })
    expect(read('src/client.ts')).toBe(text('Client').replace('beta', 'beta // mine'))
    expect(read('src/run.ts')).toBe(text('run', 'my body'))
    expect(readdirSync(at('src')).sort()).toEqual(['client.ts', 'run.ts'])
    expect(await writeTree(folder, after)).toMatchObject({ renamed: [], unchanged: 2 })
  })

  test('does not write over what a person has at the new name', async () => {
    await writeTree(folder, before)
    writeFileSync(at('src/client.ts'), 'mine')
    expect(await writeTree(folder, after)).toMatchObject({ aside: ['src/client.ts'] })
    expect([read('src/client.ts'), read('src/client.ts.yours')]).toEqual([text('Client'), 'mine'])
  })

  test('may swap two names', async () => {
    const [one, two] = [shared('one.ts', text('1'), '{1}'), shared('two.ts', text('2'), '{2}')]
    await writeTree(folder, [one, two])
    edit('one.ts', 'beta', 'beta of 1')
    await writeTree(folder, [
      { ...one, path: 'two.ts' },
      { ...two, path: 'one.ts' },
    ])
    expect([read('one.ts'), read('two.ts')]).toEqual([text('2'), text('1').replace('beta', 'beta of 1')])
  })
})

test('a file that was there before anything was generated is a person’s', async () => {
  writeFileSync(at('README.md'), 'mine')
  for (let times = 0; times < 2; times++) {
    expect((await writeTree(folder, [shared('README.md', 'made')])).kept).toEqual(['README.md'])
    expect(read('README.md')).toBe('mine')
  }
})

test('a person’s file is written once and never again, and never removed', async () => {
  await writeTree(folder, tree)
  writeFileSync(at('src/own.ts'), 'mine')
  await writeTree(folder, [...tree.slice(0, 2), person('src/own.ts', text('own2'))])
  expect(read('src/own.ts')).toBe('mine')
  await writeTree(folder, tree.slice(0, 2))
  expect(read('src/own.ts')).toBe('mine')
})

test('what a person made of a file of theirs is left as it is, and said, when nothing needs it any more; and follows a rename whole', async () => {
  const before = [shared('src/a.ts', text('a1')), person('src/go.ts', text('go', 'body'), '{go}')]
  await writeTree(folder, before)
  writeFileSync(at('src/go.ts'), 'export const go = mine\n')
  expect(
    await writeTree(folder, [before[0] as GeneratedFile, person('src/run.ts', text('run', 'other'), '{go}')]),
  ).toMatchObject({
    conflicts: [],
    renamed: [{ from: 'src/go.ts', to: 'src/run.ts' }],
  })
  expect(read('src/run.ts')).toBe('export const go = mine\n')
  expect(await writeTree(folder, before.slice(0, 1))).toMatchObject({ orphaned: ['src/run.ts'], removed: [] })
  expect(await writeTree(folder, before.slice(0, 1))).toMatchObject({ orphaned: [] })
  expect(read('src/run.ts')).toBe('export const go = mine\n')
})

test('what nothing makes any more goes, unless a person changed it, and so do folders that it leaves empty', async () => {
  await writeTree(folder, [...tree, shared('gone/deep/c.ts', 'c')])
  writeFileSync(at('src/b.ts'), 'mine')
  expect(await writeTree(folder, tree.slice(2))).toMatchObject({
    removed: ['gone/deep/c.ts', 'src/a.ts'],
    orphaned: ['src/b.ts'],
  })
  expect([existsSync(at('src/a.ts')), existsSync(at('gone')), read('src/b.ts')]).toEqual([false, false, 'mine'])
  expect(await writeTree(folder, tree.slice(2))).toMatchObject({ removed: [], orphaned: [] })
})

test('a dry run says the same, shows each change, and does nothing', async () => {
  await writeTree(folder, tree)
  edit('src/b.ts', 'beta', 'mine')
  const before = everything()
  const next = [shared('src/b.ts', text('b2')), shared('src/new.ts', 'n')]
  const shown: unknown[] = []
  const dry = await writeTree(folder, next, { isDryRun: true, onChange: (...change) => shown.push(change) })
  expect(everything()).toEqual(before)
  expect(shown).toEqual([
    ['src/b.ts', text('b1').replace('beta', 'mine'), text('b2').replace('beta', 'mine')],
    ['src/new.ts', null, 'n'],
    ['src/a.ts', text('a1'), null],
    // Nobody has written anything into it.
    ['src/own.ts', text('own1'), null],
  ])
  expect(await writeTree(folder, next)).toEqual(dry)
})

describe('a manifest', () => {
  test('of the first form is brought forward: hashes, and no texts', async () => {
    await writeTree(folder, tree)
    const files = Object.fromEntries(tree.slice(0, 2).map((file) => [file.path, digestOf(file.text)]))
    writeFileSync(at('.charter/manifest.json'), JSON.stringify({ files }))
    rmSync(at('.charter/baseline'), { recursive: true })
    edit('src/b.ts', 'beta', 'mine')
    const next = [shared('src/a.ts', text('a2')), shared('src/b.ts', text('b2')), ...tree.slice(2)]
    // What it was generated as is not known any more, so nothing can be merged.
    expect(await writeTree(folder, next)).toMatchObject({ written: ['src/a.ts'], kept: ['src/b.ts'] })
    expect(read('src/b.ts')).toBe(text('b1').replace('beta', 'mine'))
  })

  test('that was cut short loses nobody’s work', async () => {
    await writeTree(folder, tree)
    writeFileSync(at('src/a.ts'), 'mine')
    writeFileSync(at('.charter/manifest.json'), '{ "files": { "src/a.ts": "')
    const report = await writeTree(folder, [shared('src/a.ts', 'a2'), ...tree.slice(1)])
    expect([read('src/a.ts'), report.kept]).toEqual(['mine', ['src/a.ts']])
  })

  test('that names a path outside the folder touches nothing there', async () => {
    const outside = join(folder, '..', `outside-${process.pid}`)
    writeFileSync(outside, 'x')
    await writeTree(folder, tree)
    const manifest = JSON.parse(read('.charter/manifest.json')) as { files: object }
    const entry = { hash: digestOf('x'), owner: 'shared' }
    const files = {
      ...manifest.files,
      [`../outside-${process.pid}`]: entry,
      'src/a.ts': { ...entry, at: `../outside-${process.pid}` },
    }
    writeFileSync(at('.charter/manifest.json'), JSON.stringify({ files }))
    const { removed } = await writeTree(folder, tree)
    expect([readFileSync(outside, 'utf8'), removed]).toEqual(['x', []])
    rmSync(outside)
  })
})

test('a link is not written through', async () => {
  mkdirSync(at('src'))
  writeFileSync(at('elsewhere'), 'mine')
  symlinkSync(at('elsewhere'), at('src/a.ts'))
  await expect(writeTree(folder, tree)).rejects.toThrow(/src\/a\.ts is no file/)
  expect(read('elsewhere')).toBe('mine')
})
