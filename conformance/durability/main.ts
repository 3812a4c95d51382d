import { runVariant, tallyLine } from './matrix.ts'
import { type VariantName, variants } from './variants.ts'

// npm run durability -- [--kills 100] [--only <words in a variant's name>]
const words = process.argv.slice(2).filter((word) => word !== '--')
const optionOf = (name: string): string | undefined =>
  words.includes(name) ? words[words.indexOf(name) + 1] : undefined
const kills = Number(optionOf('--kills') ?? 100)
const only = optionOf('--only') ?? ''
if (!Number.isInteger(kills) || kills < 1) {
  console.error('Say how many kills: npm run durability -- --kills 100')
  process.exit(2)
}

let faults = 0
let survived = 0
for (const variant of (Object.keys(variants) as VariantName[]).filter((name) => name.includes(only))) {
  const tally = await runVariant(variant, {
    kills,
    onRound: (done, verdict) => {
      process.stderr.write(`\r${variant}: ${done}/${kills}`)
      for (const fault of verdict.faults) process.stderr.write(`\n  kill ${done}: ${fault}`)
    },
  })
  process.stderr.write('\n')
  console.log(`${variant}: ${tallyLine(tally)}`)
  faults += tally.faults.length
  survived += kills
}
console.log(faults === 0 ? `Survived ${survived} kills.` : `${faults} faults in ${survived} kills.`)
process.exitCode = faults === 0 ? 0 : 1
