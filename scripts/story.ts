// What two people of a company do with a platform, step by step: `npm run story`, `npm run story -- --json`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isJson = process.argv.includes('--json')
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const told = mkdtempSync(join(tmpdir(), 'charter-story-told-'))
const asReport = ['--reporter=json', `--outputFile=${join(told, 'report.json')}`]
const asked = ['run', 'packages/server/src/story.test.ts', ...(isJson ? asReport : ['--reporter=verbose'])]
const { status } = spawnSync(process.execPath, [vitest, ...asked], {
  stdio: ['ignore', isJson ? 'ignore' : 'inherit', 'inherit'],
})
if (isJson) console.log(JSON.stringify(stepsIn(readFileSync(join(told, 'report.json'), 'utf8'))))
rmSync(told, { recursive: true })
process.exit(status ?? 1)

function stepsIn(said: string): object {
  const report = JSON.parse(said) as {
    readonly success: boolean
    readonly testResults: readonly {
      readonly assertionResults: readonly {
        readonly title: string
        readonly status: string
        readonly duration?: number
        readonly failureMessages: readonly string[]
      }[]
    }[]
  }
  const steps = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status: state, duration = 0, failureMessages }) => ({
      step: title,
      holds: state === 'passed',
      ms: Math.round(duration),
      ...(failureMessages.length > 0 && { why: failureMessages[0] }),
    }))
  return { holds: report.success && steps.every(({ holds }) => holds), steps }
}
