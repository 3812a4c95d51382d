import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { equivalents } from './mutants/equivalents.ts'
import { type Mutant, mutantsOf } from './mutants/mutate.ts'

const root = join(import.meta.dirname, '..', '..')
const files = [
  ...[
    'condition',
    'compare',
    'compile-policy',
    'compile',
    'operand',
    'policy',
    'sets',
    'unconstrained',
    'cedar-names',
    'cedar-schema',
    'cedar-type',
  ].map((name) => `packages/access/src/${name}.ts`),
  'packages/sql/src/render/rule.ts',
  'packages/sql/src/render/reach.ts',
  'packages/sql/src/render/related-rows.ts',
  'packages/charter/src/related-set.ts',
  'packages/runtime/src/call/evaluate.ts',
]
const leastScore = 0.95
const patienceMs = 90_000
const processes = 2

const words = process.argv.slice(2)
const only = words.find((word) => /^[a-z]/.test(word))
/** One of so many mutants, evenly over the files: `--every 1` takes all. */
const every = Number(words[words.indexOf('--every') + 1] ?? 1) || 1
const all = files
  .filter((file) => !only || file.includes(only))
  .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
const isEquivalent = ({ file, before, after, line }: Mutant): boolean => {
  const text = readFileSync(join(root, file), 'utf8').split('\n')[line - 1]?.trim() ?? ''
  return equivalents.some((each) => file.endsWith(`/${each.file}`) && text.includes(each.on) && (each.before === undefined || each.before === before) && (each.after === undefined || each.after === after)) // biome-ignore format: one condition
}
const told = all.filter((mutant) => !isEquivalent(mutant))
const mutants = told.filter((_, at) => at % every === 0)

interface Judged {
  readonly mutant: Mutant
  readonly killedBy: string | null
}

const judged: Judged[] = []
const queue = [...mutants.entries()]
const started = performance.now()

/** One judge at a time works on the queue; one that does not answer is ended, and its mutant counts as found out. */
const work = async (): Promise<void> => {
  let child = await start()
  const first = await ask(child, 1_000_000, null)
  if (first !== null) throw new Error(`The tests are not green without a mutant: ${first}`)
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [id, mutant] = next
    const killedBy = await ask(child, id, mutant)
    judged.push({ mutant, killedBy })
    if (killedBy === null) console.error(lineOf(mutant))
    if (killedBy === noAnswer || !child.connected) child = await start()
    if (judged.length % 100 === 0) console.error(`${judged.length} of ${mutants.length}, ${survivors().length} alive`)
  }
  child.kill()
}

const noAnswer = 'no answer in time'

const start = (): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'mutants', 'judge.ts'), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('message', () => resolve(child))
    child.once('error', reject)
  })

const ask = (child: ChildProcess, id: number, mutant: Mutant | null): Promise<string | null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => end(noAnswer), patienceMs)
    const onExit = () => end('the process ended')
    const onMessage = (answer: unknown) => {
      // Sent by judge.ts in this form.
      const { id: about, killedBy } = answer as { id: number; killedBy: string | null }
      if (about === id) end(killedBy)
    }
    const end = (killedBy: string | null) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      child.off('message', onMessage)
      if (killedBy === noAnswer) child.kill('SIGKILL')
      resolve(killedBy)
    }
    child.once('exit', onExit)
    child.on('message', onMessage)
    child.send({ id, mutant })
  })

const brief = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60)

const lineOf = ({ file, line, before, after }: Mutant): string =>
  `alive  ${file}:${line}  ${brief(before)}  →  ${brief(after)}`

const survivors = (): readonly Judged[] => judged.filter(({ killedBy }) => killedBy === null)

await Promise.all(Array.from({ length: processes }, work))
for (const { mutant } of [...survivors()].sort((a, b) =>
  a.mutant.file + a.mutant.line < b.mutant.file + b.mutant.line ? -1 : 1,
))
  console.log(lineOf(mutant))
const score = 1 - survivors().length / mutants.length
console.log(
  `${mutants.length} mutants, one of ${every} of ${told.length} (${all.length - told.length} more mean the same); ${survivors().length} alive; ${(score * 100).toFixed(1)} % found out, in ${Math.round((performance.now() - started) / 1000)} s`,
)
if (words.includes('--json')) writeFileSync('mutants.json', JSON.stringify(judged, null, 1))
process.exit(score >= leastScore ? 0 : 1)
