import { draftCharter, refusalOf } from '@charter/draft'
import { type Description, kinds } from './description.ts'
import { readRequests } from './requests.ts'
import { score } from './score.ts'
import { measureOf, sumOf } from './tally.ts'

// `npm run draft-score -- <folder>`: how drafts meet the references of a folder (`<id>.md` with `<id>.json`, or `.ideas`), kind by kind, and
// whether what is to be refused is. `--each` for each text. What a draft assumes is told apart, and counts as well.

const [folder, ...options] = process.argv.slice(2)

const isToRefuse = (reference: Description): boolean => 'refuse' in reference && reference.refuse === true

const main = (from: string): void => {
  const all = readRequests(from)
  if (all.length === 0) throw new Error(`${from}: no text with a reference`)
  const refused = all.filter(({ words }) => refusalOf(words) !== null)
  const wrongly = refused.filter(({ reference }) => !isToRefuse(reference))
  const toRefuse = all.filter(({ reference }) => isToRefuse(reference))
  const scored = all
    .filter(({ reference }) => !isToRefuse(reference))
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
  process.stdout.write(
    `refused ${refused.length - wrongly.length} of ${toRefuse.length} that are to be, and ${wrongly.length} of ${scored.length} that are not${wrongly.map(({ id }) => ` ${id}`).join('')}\n`,
  )
  const entities = measureOf(total.entities).f1.toFixed(3)
  process.stdout.write(
    `${scored.length} texts, entities F1 ${entities}, relations F1 ${measureOf(total.relations).f1.toFixed(3)}\n`,
  )
}

if (folder === undefined) {
  process.stderr.write('A folder of texts and references is needed: npm run draft-score -- bench/draft/ideas/open\n')
  process.exitCode = 2
} else main(folder)
