// Carried into the sandbox in which a release's own tests run: says of each test what came of it, as a line of JSON (tests-outcome.ts), to a
// file of its own. It runs in the process that begins those of tests, which inherit no file past the third: what they print is not what it says.
// It imports nothing of ours, as nothing lies beside it there.
import { writeFileSync } from 'node:fs'

interface Event {
  readonly type: string
  readonly data: {
    readonly name?: string
    readonly file?: string
    readonly skip?: string | boolean
    readonly todo?: string | boolean
    readonly message?: string
    readonly details?: {
      readonly type?: string
      readonly error?: { readonly message?: string; readonly cause?: unknown }
    }
  }
}

const textMax = 3000
/** Of names of tests and of files. */
const nameMax = 1000

const sentenceOf = ({ details }: Event['data']): string => {
  const cause = details?.error?.cause
  const text = cause instanceof Error ? cause.message : (details?.error?.message ?? String(cause ?? ''))
  return text.slice(0, textMax)
}

const toldOf = ({ type, data }: Event): object | null => {
  if (type === 'test:stdout' || type === 'test:stderr') return { line: (data.message ?? '').slice(0, textMax) }
  // A group of tests is none itself.
  if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') return null
  const isSkipped = data.skip !== undefined || data.todo !== undefined
  const about = { name: (data.name ?? '').slice(0, nameMax), file: (data.file ?? '').slice(0, nameMax) }
  if (isSkipped) return { came: 'skipped', ...about }
  return type === 'test:pass' ? { came: 'passed', ...about } : { came: 'failed', ...about, text: sentenceOf(data) }
}

/** `saidFile` of sandbox/sandbox.ts: a socket, which nobody opens again by its name in /proc (ENXIO, open(2)). */
const saidFile = 4

/** As `node --test` has reporters: nothing is yielded, so that nothing is printed. */
// biome-ignore lint/style/noDefaultExport: it is looked for there.
// biome-ignore lint/correctness/useYield: what it says goes elsewhere.
export default async function* report(events: AsyncIterable<Event>): AsyncGenerator<string, void> {
  for await (const event of events) {
    const told = toldOf(event)
    if (told !== null) writeFileSync(saidFile, `${JSON.stringify(told)}\n`)
  }
}
