import { type Report, reportLines, runScenarios, type Scenario, type Target, throughStyle } from '@charter/project'
import type { Derived } from '@charter/service'
import type { SqlConnector } from '@charter/sql'

export interface PlayedStyle {
  readonly style: string
  readonly report: Report
}

/** Scenarios asked in every style of a charter, or in those that are named, each of a service that is opened for it. */
export async function* playStyles(
  derived: Derived<SqlConnector>,
  scenarios: readonly Scenario[],
  openTarget: () => Promise<Target>,
  only?: readonly string[],
): AsyncGenerator<PlayedStyle> {
  for (const { style } of derived.styles) {
    if (only?.includes(style.name) === false) continue
    const service = await openTarget()
    const target = style.name === 'rest' ? service : await throughStyle(service, derived, style.name)
    const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
    yield { style: style.title, report }
  }
}

/** How many hold and how many do not, each report told as it comes. */
export const tellStyles = async (
  name: string,
  database: string,
  played: AsyncIterable<PlayedStyle>,
): Promise<{ readonly passed: number; readonly failed: number }> => {
  let [passed, failed] = [0, 0]
  for await (const { style, report } of played) {
    const lines = reportLines(report)
    console.log(`${name}, ${style}, ${database}: ${lines.at(-1)}`)
    for (const line of lines.slice(0, -1)) console.log(`  ${line}`)
    passed += report.passed
    failed += report.failed.length
  }
  return { passed, failed }
}
