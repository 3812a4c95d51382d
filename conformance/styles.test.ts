import { inProcessTarget, runScenarios, throughStyle } from '@charter/project'
import { styles } from '@charter/styles'
import { describe, expect, test } from 'vitest'
import { isBug, ownCode } from './bodies.ts'
import { arranged, charters } from './charters.ts'

const others = styles.map(({ name, title }) => ({ style: name, title })).filter(({ style }) => style !== 'rest')

/** What is asked through each style every day: a quarter of what is derived, through one of these in turn. `npm run styles-matrix` asks all of all. */
const through = {
  clinic: ['grpc', 'soap'],
  edge: others.map(({ style }) => style),
  narrow: ['graphql', 'mcp'],
  desk: others.map(({ style }) => style),
  nightly: others.map(({ style }) => style),
} as const
const subjects = charters.flatMap((charter) =>
  others
    .filter(({ style }) => (through[charter.name] as readonly string[]).includes(style))
    .map((other) => ({ ...charter, ...other })),
)

/** What of the scenarios is REST's own: how it spells a request that is no Call, and its batches. */
const restsOwn = ['what REST could not read is no Call yet', 'batches are REST’s own']

/** What is asked of a service itself, whatever stands in front of it. */
const servicesOwn = ['it is not ours to start', ...styles.map(({ name }) => `it is in ${name} itself`)]

describe.each(subjects)('$name in $title', (subject) => {
  test('every scenario that the style can carry holds as it does in REST, to the byte', async () => {
    const { derived, examples, part } = await arranged(subject, 'sqlite')
    const styled = through[subject.name] as readonly string[]
    const scenarios = part(styled.length * 4, styled.indexOf(subject.style))
    const bugs: unknown[] = []
    const inner = await inProcessTarget(derived, examples, { ...ownCode, onBug: (error) => bugs.push(error) })
    const target = await throughStyle(inner, derived, subject.style)
    const report = await runScenarios(target, scenarios, { writes: true }).finally(() => target.close())
    expect(report.failed).toEqual([])
    expect(bugs.filter(isBug)).toEqual([])
    const refused = report.skipped.filter(
      ({ reason }) => ![...restsOwn, ...servicesOwn].some((own) => reason.endsWith(own)),
    )
    // The rest is what the style's own types make unsayable: a number where the contract has text.
    expect(report.passed).toBeGreaterThan(refused.length * 3)
    for (const { reason } of refused) expect(reason).toMatch(new RegExp(`^${subject.title} does not carry it: \\S`))
  }, 600_000)
})
