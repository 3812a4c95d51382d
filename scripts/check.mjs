// What CI runs: lint, types, layers, registries, goldens, tests. Every step runs whatever the others say; the last
// line counts them with the tests.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = (name) => join(root, 'node_modules', '.bin', name)
const script = (name) => join(root, 'scripts', name)
const report = join(mkdtempSync(join(tmpdir(), 'charter-check-')), 'vitest.json')

const steps = [
  ['lint', [bin('biome'), 'ci', '.']],
  ['types', [bin('tsc'), '-b']],
  ['layers', [script('layers.mjs')]],
  ['registries', [script('index.mjs'), '--check']],
  ['goldens', [script('goldens.ts'), '--check']],
  [
    'tests',
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  ],
].filter(([, [file]]) => existsSync(file))

const results = steps.map(([name, args]) => {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  console.log(`── ${name}: ${Math.round((Date.now() - began) / 1000)} s`)
  return { name, isFine: status === 0 }
})

const tests = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, testResults: [] }
rmSync(dirname(report), { recursive: true, force: true })
const others = results.filter(({ name }) => name !== 'tests')
const testsFine = results.find(({ name }) => name === 'tests')?.isFine ?? false
const passed = tests.numPassedTests + others.filter(({ isFine }) => isFine).length
const failedSteps = others.filter(({ isFine }) => !isFine)
// A file that could not even be loaded, or set up, fails without a test of its own: it counts as one.
const failedIn = ({ status, assertionResults }) =>
  Math.max(assertionResults.filter((each) => each.status === 'failed').length, status === 'failed' ? 1 : 0)
const failedTests = tests.testResults.reduce((sum, file) => sum + failedIn(file), 0)
// What belongs to no file, as an error that nobody caught, fails the run too.
const failed = Math.max(failedTests, testsFine ? 0 : 1) + failedSteps.length
const slowest = tests.testResults
  .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, 40)
console.log(`\nSlowest files, in seconds:`)
for (const { name, seconds } of slowest) console.log(`  ${seconds.toFixed(0).padStart(4)}  ${name}`)
for (const { name } of failedSteps) console.log(`Failed: ${name}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
