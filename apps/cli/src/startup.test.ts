import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

/** Tells on standard error what is loaded. */
const telling = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })",
)}`

/** Files that a command loads, from the project's root. */
const loadedBy = (...args: readonly string[]): readonly string[] => {
  const { stderr, status } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      telling,
      join(root, 'apps', 'cli', 'src', 'main.ts'),
      ...args,
    ],
    { encoding: 'utf8' },
  )
  expect(status).toBe(0)
  const files = stderr.split('\n').filter((line) => line.startsWith('file:'))
  return files.map((url) => url.slice(url.indexOf(root) + root.length + 1))
}

test.each([['--version'], ['--help']])('%s loads no command and nothing that commands need', (word) => {
  const loaded = loadedBy(word)
  expect(loaded).toContain('apps/cli/src/main.ts')
  expect(loaded.filter((file) => !file.startsWith('apps/cli/src/'))).toEqual(['packages/project/src/version.ts'])
  expect(loaded.filter((file) => file.startsWith('apps/cli/src/commands/'))).toEqual(['apps/cli/src/commands/index.ts'])
})

test('a command loads no other, and reads no words where it is given none', () => {
  const loaded = loadedBy('check', join(root, 'packages', 'charter', 'examples', 'clinic.yaml'))
  expect(loaded.filter((file) => file.startsWith('apps/cli/src/commands/')).sort()).toEqual([
    'apps/cli/src/commands/check.ts',
    'apps/cli/src/commands/index.ts',
  ])
  expect(loaded.filter((file) => /packages\/ledger\/|node_modules\/(?:wink-|ai\/|@ai-sdk\/)/.test(file))).toEqual([])
})
