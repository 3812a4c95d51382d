import type { Derived } from '@charter/service'
import type { Report } from './report.ts'
import { type RunOptions, runScenarios } from './run-scenarios.ts'
import type { Scenario } from './scenario.ts'
import type { Target } from './target.ts'
import { throughStyle } from './targets/through.ts'

/**
 * Runs scenarios against a service in the styles that it has. Where REST is none of them, what scenarios ask over REST is asked
 * through the first one that is; what is REST's own is not run.
 */
export const runServed = async (
  target: Target,
  derived: Derived,
  scenarios: readonly Scenario[],
  options: RunOptions,
): Promise<Report> => {
  const names = derived.styles.map(({ style }) => style.name)
  const [name] = names
  if (name === undefined || names.includes('rest')) return runScenarios(target, scenarios, options)
  const urls = target.urls ?? Object.fromEntries(names.map((each) => [each, target.url]))
  const reached = { ...target, urls }
  const asked = Map.groupBy(scenarios, whereAsked)
  const own = await runScenarios(reached, asked.get('itself') ?? [], options)
  const front = await throughStyle({ ...reached, close: async () => {} }, derived, name)
  const through = await runScenarios(front, asked.get('through') ?? [], options).finally(() => front.close())
  const left = (asked.get('rest') ?? []).map(({ id }) => ({ id, reason: 'REST is not served' }))
  return {
    target: target.name,
    passed: own.passed + through.passed,
    failed: [...own.failed, ...through.failed],
    skipped: [...own.skipped, ...through.skipped, ...left],
    durationMs: own.durationMs + through.durationMs,
  }
}

/** Of the service itself in a style of its own or as it starts, over REST and nothing else, or in whatever carries it. */
const whereAsked = ({ in: style, start, steps }: Scenario): 'itself' | 'rest' | 'through' => {
  if (style !== undefined && style !== 'rest') return 'itself'
  if (style === 'rest' || (start && steps.length > 0)) return 'rest'
  return start ? 'itself' : 'through'
}
