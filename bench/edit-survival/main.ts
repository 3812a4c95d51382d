import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { charter } from './charter.ts'
import { nodeEdits } from './code-edits.ts'
import { judge } from './judge.ts'
import { expressEdits, ignoringEdits, judgeExpress, openapiGenerator } from './openapi-generator.ts'
import { playSequence, type Survival } from './sequence.ts'

/**
 * `npm run edit-survival -- [sequences] [first seed] [charter | openapi-generator | openapi-generator-ignore]`: sequences of 20
 * edits each, played and judged. Prints what was lost, with the steps that lead there, and the sums; exits 1 when anything was.
 */
const [countText = '200', firstText = '1', name = 'charter'] = process.argv.slice(2).filter((word) => word !== '--')
const [count, first] = [Number(countText), Number(firstText)]
const express = openapiGenerator(join(homedir(), '.cache', 'charter', 'peers'))
const judgeOther = async (folder: string, { api }: Survival) => judgeExpress(folder, api)
const entrants = {
  charter: { contender: charter, makes: nodeEdits, judge },
  'openapi-generator': { contender: express, makes: expressEdits, judge: judgeOther },
  'openapi-generator-ignore': { contender: express, makes: ignoringEdits, judge: judgeOther },
} as const
if (!(name in entrants)) {
  console.error(`There is no "${name}". One of: ${Object.keys(entrants).join(', ')}.`)
  process.exit(2)
}
const entrant = entrants[name as keyof typeof entrants]

const totals = { edits: 0, lost: 0, conflicts: 0, broken: 0 }
for (let seed = first; seed < first + count; seed++) {
  const folder = mkdtempSync(join(tmpdir(), 'charter-survival-'))
  try {
    const played = await playSequence(entrant.contender, folder, { seed, steps: 20, makes: entrant.makes })
    add(played, await entrant.judge(folder, played))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
console.log(
  `${entrant.contender.name}: ${count} sequences, ${totals.edits} edits: ${totals.lost} lost, ${totals.conflicts} conflicts, ${totals.broken} services that are not what API and edits say.`,
)
process.exitCode = totals.lost + totals.conflicts + totals.broken === 0 ? 0 : 1

function add({ seed, edits, lost, conflicts, steps }: Survival, wrong: readonly string[]): void {
  totals.edits += edits.length + lost.length
  totals.lost += lost.length
  totals.conflicts += conflicts.length
  totals.broken += wrong.length > 0 ? 1 : 0
  const faults = [
    ...lost.map((each) => `lost: ${each}`),
    ...conflicts.map((each) => `conflict: ${each}`),
    ...wrong.map((each) => `wrong: ${each}`),
  ]
  console.log(
    `sequence ${seed}: ${edits.length} edits there, ${faults.length === 0 ? 'nothing wrong' : `${faults.length} faults`}`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  if (faults.length > 0) for (const step of steps) console.log(`    ${step}`)
}
