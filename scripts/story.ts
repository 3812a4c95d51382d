// What two people of a company do with a platform, step by step: `npm run story`, `npm run story -- --json`.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const isJson = process.argv.includes('--json')
const vitest = createRequire(import.meta.url).resolve('vitest/vitest.mjs')
const asked = ['run', 'packages/server/src/story.test.ts', `--reporter=${isJson ? 'json' : 'verbose'}`]
const { status, stdout } = spawnSync(process.execPath, [vitest, ...asked], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (isJson) console.log(JSON.stringify(stepsIn(stdout)))
else process.stdout.write(stdout)
process.exit(status ?? 1)

function stepsIn(said: string): object {
  const report = JSON.parse(said.slice(said.indexOf('{'))) as {
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
