// `npm run starters`: every starter's service, in process, is held to all scenarios of its charter. Takes minutes.
import { isGreen, reportLines, starterNames, starterOf, verify } from '@charter/project'

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : starterNames()
let isEveryGreen = true
for (const name of names) {
  const { folder } = await starterOf(name)
  const started = performance.now()
  const report = await verify({ subject: folder, writes: true })
  isEveryGreen &&= isGreen(report)
  if (!isGreen(report)) for (const line of reportLines(report)) console.log(line)
  console.log(
    `${name}: ${report.passed} hold, ${report.failed.length} do not, ${report.skipped.length} not run; ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}
process.exitCode = isEveryGreen ? 0 : 1
