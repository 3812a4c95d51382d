import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { charter } from './charter.ts'
import { nodeEdits } from './code-edits.ts'
import { judge } from './judge.ts'
import { playSequence } from './sequence.ts'

/**
 * `npm run edit-survival -- [sequences] [first seed]`: sequences of 20 edits each, played and judged. Prints what was lost, with the
 * steps that lead there, and a table; exits 1 when anything was.
 */
const [count = 200, first = 1] = process.argv
  .slice(2)
  .filter((word) => word !== '--')
  .map(Number)
const totals = { edits: 0, lost: 0, conflicts: 0, broken: 0 }
for (let seed = first; seed < first + count; seed++) {
  const folder = mkdtempSync(join(tmpdir(), 'charter-survival-'))
  try {
    const played = await playSequence(charter, folder, { seed, steps: 20, makes: nodeEdits })
    const wrong = await judge(folder, played)
    totals.edits += played.edits.length + played.lost.length
    totals.lost += played.lost.length
    totals.conflicts += played.conflicts.length
    totals.broken += wrong.length > 0 ? 1 : 0
    const faults = [
      ...played.lost.map((each) => `lost: ${each}`),
      ...played.conflicts.map((each) => `conflict: ${each}`),
      ...wrong,
    ]
    console.log(
      `sequence ${seed}: ${played.edits.length} edits there, ${faults.length === 0 ? 'builds, passes its tests' : `${faults.length} faults`}`,
    )
    for (const fault of faults) console.log(`  ${fault}`)
    if (faults.length > 0) for (const step of played.steps) console.log(`    ${step}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
console.log(
  `${count} sequences, ${totals.edits} edits: ${totals.lost} lost, ${totals.conflicts} conflicts, ${totals.broken} services that do not build, test or do as edited.`,
)
process.exitCode = totals.lost + totals.conflicts + totals.broken === 0 ? 0 : 1
