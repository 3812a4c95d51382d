import { parseArgs } from 'node:util'
import { fuzz } from '../src/node/testing/fuzz.ts'

/** `npm run fuzz -- --charters 10000 --seed 0`: ends with 1 when any charter got through to the source. */
const { values } = parseArgs({
  options: {
    charters: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '0' },
    batch: { type: 'string', default: '250' },
  },
})
const started = performance.now()
const report = await fuzz({
  firstSeed: Number(values.seed),
  charters: Number(values.charters),
  batch: Number(values.batch),
  onBatch: (done) => process.stderr.write(`${done} charters\n`),
})
const refused = Object.entries(report.refused).sort(([, a], [, b]) => b - a)
for (const fault of report.faults.slice(0, 50)) console.log(fault)
console.log(
  `${report.charters} hostile charters from seed ${values.seed}: ${report.generated} generated (${report.pastParser} of them changed past the parser), ` +
    `${report.charters - report.generated} refused by check (${refused.map(([code, count]) => `${code} ${count}`).join(', ') || 'none'})`,
)
console.log(
  `${report.files} files, ${(report.bytes / 1e6).toFixed(0)} MB of source read back and type-checked in ${((performance.now() - started) / 1000).toFixed(0)} s: ` +
    `${report.faults.length} faults`,
)
process.exitCode = report.faults.length === 0 ? 0 : 1
