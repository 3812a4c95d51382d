import { inProcessTarget, runScenarios, throughStyle } from '@charter/project'
import { arrange, charters } from './charters.ts'
const [word = '', style] = process.argv.slice(2)
for (const subject of charters) {
  const { derived, examples, scenarios } = await arrange(subject, 'sqlite')
  const t = await inProcessTarget(derived, examples, { onBug: (e) => console.error('BUG', e) })
  const target = style ? await throughStyle(t, derived, style) : t
  const chosen = scenarios.filter(({ id }) => id.includes(word))
  const report = await runScenarios(target, chosen, { writes: true })
  console.log(subject.name, chosen.length, 'passed', report.passed, 'skipped', report.skipped.length)
  for (const s of new Set(report.skipped.map((x) => x.reason))) console.log('  skip:', s)
  for (const f of report.failed) console.log('  FAIL', f.id, 'step', f.step, f.status, JSON.stringify(f.mismatches[0]), f.request.slice(0, 150))
  await target.close()
}
process.exit(0)
