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

interface Told {
  readonly line?: unknown
  readonly came?: unknown
  readonly name?: unknown
  readonly file?: unknown
  readonly text?: unknown
}

/** Gathers what is printed of tests, line by line: what their reporter says, and anything else that anybody does. */
export const gatherTests = (): {
  readonly take: (line: string) => void
  readonly outcome: () => TestsOutcome
} => {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const failures: TestsOutcome['failures'][number][] = []
  let lines: string[] = []
  const say = (text: string): void => {
    const shown = text.split('\n').filter((line) => line.trim() !== '')
    lines = [...lines, ...shown.map((line) => line.slice(0, lineLengthMax))].slice(-linesMax)
  }
  const came = ({ came: how, name, file, text }: Told): void => {
    if (how !== 'passed' && how !== 'failed' && how !== 'skipped') return
    count[how]++
    if (how !== 'failed') return
    const title = String(name ?? '')
    const id = `${String(file ?? '').replace(/^\/service\//, '')}: ${title}`
    say(`FAILED ${id}`)
    if (failures.length < failuresMax) failures.push({ id, title, text: String(text ?? '') })
  }
  const take = (line: string): void => {
    const told = read(line)
    if (told?.came !== undefined) came(told)
    else say(typeof told?.line === 'string' ? told.line : line)
  }
  return { take, outcome: () => ({ ...count, failures, lines }) }
}

/** What is no line of the reporter's somebody else printed. */
const read = (line: string): Told | null => {
  try {
    const told: unknown = JSON.parse(line)
    return typeof told === 'object' && told !== null && ('line' in told || 'came' in told) ? told : null
  } catch {
    return null
  }
}
