import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateService, loadCharter, requireSound, writeTree } from '@charter/project'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const within = mkdtempSync(join(tmpdir(), 'charter-docs-'))
afterAll(() => rmSync(within, { recursive: true, force: true }))

const blocksOf = (language: string): readonly string[] =>
  [...readFileSync(join(root, 'docs/charter.md'), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
    ([, of, text = '']) => (of === language ? [text] : []),
  )

const documented = (name: string): string => blocksOf('yaml').find((text) => text.includes(`\nname: ${name}\n`)) ?? ''

/** The hook of the organisation that the page shows, as its file. */
const foundingHook = `import type { Entities } from '../../entities.ts'
import type { DeclaredHooks } from '../../runtime/service/index.ts'

${blocksOf('ts').find((text) => text.includes('organisationHooks'))}`

const writeOnly = `charter: 1
name: safe
serves: [rest]
access: { roles: [clerk] }
entities:
  Thing:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..20 }
      secret: { type: text, length: 8..100, optional: true, writeOnly: true }
    allow: { clerk: { do: [create, read, list, update] } }
`

interface Own {
  readonly name: string
  readonly charter: string
  readonly tests: readonly string[]
  /** Code of its own: path → text. */
  readonly code?: Readonly<Record<string, string>>
}

/** What is wrong is told by the names of the tests. */
const failedOf = async ({ name, charter, tests, code = {} }: Own): Promise<{ passed: number; failed: string[] }> => {
  const folder = mkdtempSync(join(within, `${name}-`))
  writeFileSync(join(folder, 'charter.yaml'), charter)
  const loaded = await loadCharter(folder)
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  for (const [path, text] of Object.entries(code)) writeFileSync(join(folder, path), text)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const files = tests.flatMap((pattern) => globSync(pattern, { cwd: folder }))
  const said = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=tap', ...files],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  ).catch((failed: { stdout: string }) => failed)
  const lines = (pattern: RegExp): string[] => [...said.stdout.matchAll(pattern)].map(([, each = '']) => each)
  return { passed: lines(/^ *ok \d+ - (.*)$/gm).length, failed: lines(/^ *not ok \d+ - (.*)$/gm) }
}

test.each<Own>([
  { name: 'projects', charter: documented('projects'), tests: ['test/*.test.ts'] },
  { name: 'safe', charter: writeOnly, tests: ['test/*.test.ts'] },
  {
    name: 'desk',
    charter: documented('desk'),
    tests: ['test/*.test.ts', 'test/service/sign-in.test.ts', 'test/scenarios/sign-in.test.ts'],
    code: { 'src/entities/organisation/organisation.hooks.ts': foundingHook },
  },
])(
  'a service of $name passes its own tests',
  async (own) => {
    const { passed, failed } = await failedOf(own)
    expect(failed).toEqual([])
    expect(passed).toBeGreaterThan(10)
  },
  360_000,
)
