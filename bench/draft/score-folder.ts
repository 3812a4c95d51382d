import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { draftCharter } from '@charter/draft'
import { type Description, kinds } from './description.ts'
import { score } from './score.ts'
import { measureOf, sumOf } from './tally.ts'

// `npm run draft-score -- <folder>`: how drafts meet the references of a folder (`<id>.md` with `<id>.json`), kind by kind. `--each` for each
// text. What a draft assumes is told apart, and counts as well.

interface Wanted {
  readonly id: string
  readonly words: string
  readonly reference: Description & { readonly refuse?: boolean }
}

const [folder, ...options] = process.argv.slice(2)

const read = (from: string): readonly Wanted[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      id: name.slice(0, -'.json'.length),
      words: readFileSync(join(from, name.replace(/json$/, 'md')), 'utf8'),
      reference: JSON.parse(readFileSync(join(from, name), 'utf8')),
    }))

const main = (from: string): void => {
  const all = read(from)
  const scored = all
    .filter(({ reference }) => reference.refuse !== true)
    .map(({ id, words, reference }) => ({ id, tallies: score(reference, draftCharter(words).analysis) }))
  if (options.includes('--each'))
    for (const { id, tallies } of scored)
      process.stdout.write(
        `${id}  ${kinds.map((kind) => `${kind} ${measureOf(tallies[kind]).f1.toFixed(2)}`).join('  ')}\n`,
      )
  const total = sumOf(scored.map(({ tallies }) => tallies))
  for (const kind of kinds) {
    const { precision, recall, f1 } = measureOf(total[kind])
    process.stdout.write(
      `${kind.padEnd(10)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}\n`,
    )
  }
  const entities = measureOf(total.entities).f1.toFixed(3)
  process.stdout.write(
    `${scored.length} texts, entities F1 ${entities}, relations F1 ${measureOf(total.relations).f1.toFixed(3)}\n`,
  )
}

if (folder === undefined) {
  process.stderr.write('A folder of texts and references is needed: npm run draft-score -- bench/draft/ideas/open\n')
  process.exitCode = 2
} else main(folder)
