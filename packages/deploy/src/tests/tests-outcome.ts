import { saidText } from './said-text.ts'

/** What a release's own tests came to. */
export interface TestsOutcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The first of those that failed. */
  readonly failures: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  /** The last lines that tests printed. */
  readonly lines: readonly string[]
}

const failuresMax = 50
const linesMax = 200
const lineLengthMax = 500
/** More than this nobody reads one by one: whoever prints it is ended. */
export const readLinesMax = 300_000
/** As long as a line of the reporter's gets: names and texts that it has cut, written as JSON. */
const toldLengthMax = 65_536

interface Told {
  readonly line?: unknown
  readonly came?: unknown
  readonly name?: unknown
  readonly file?: unknown
  readonly text?: unknown
}

/** Gathers what comes of tests, line by line. */
export interface GatheredTests {
  /** A line of their reporter. */
  readonly told: (line: string) => void
  /** A line that anybody else prints: it counts for nothing. */
  readonly printed: (line: string) => void
  readonly outcome: () => TestsOutcome
}

/** Past `readLinesMax` lines nothing is taken, and `tooMany` is told so. */
export const gatherTests = (tooMany: () => void): GatheredTests => {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const failures: TestsOutcome['failures'][number][] = []
  const lines: string[] = []
  let taken = 0
  const say = (line: string): void => {
    // Whatever is cut here is longer than what is shown of it.
    lines.push(line.slice(0, 4 * lineLengthMax))
    if (lines.length > 10 * linesMax) lines.splice(0, lines.length - linesMax)
  }
  const came = ({ came: how, name, file, text }: Told): void => {
    if (how !== 'passed' && how !== 'failed' && how !== 'skipped') return
    count[how]++
    if (how !== 'failed') return
    const title = String(name ?? '')
    const id = `${String(file ?? '').replace(/^\/service\//, '')}: ${title}`
    say(`FAILED ${id}`)
    if (failures.length === failuresMax) return
    failures.push({ id: saidText(id, 1000), title: saidText(title, 200), text: saidText(String(text ?? ''), 4000) })
  }
  const isTaken = (): boolean => {
    taken++
    if (taken > readLinesMax) tooMany()
    return taken <= readLinesMax
  }
  return {
    told: (line) => {
      if (!isTaken()) return
      const told = read(line)
      if (told?.came !== undefined) came(told)
      else if (typeof told?.line === 'string') for (const each of told.line.split('\n', linesMax)) say(each)
    },
    printed: (line) => {
      if (isTaken()) say(line)
    },
    outcome: () => ({ ...count, failures, lines: shown(lines) }),
  }
}

const shown = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => saidText(line, lineLengthMax))
    .filter((line) => line.trim() !== '')
    .slice(-linesMax)

/** Null where it is none of the reporter's. */
const read = (line: string): Told | null => {
  if (line.length > toldLengthMax) return null
  try {
    return JSON.parse(line) as Told | null
  } catch {
    return null
  }
}
