import { differences } from './differences.ts'
import { generateHostile, type Hostile } from './generate-hostile.ts'
import { typeCheck } from './type-check.ts'

export interface FuzzReport {
  readonly charters: number
  readonly generated: number
  readonly pastParser: number
  readonly files: number
  readonly bytes: number
  /** By diagnostic code: charters that `check` refused, and so never reached the language. */
  readonly refused: Readonly<Record<string, number>>
  /** A sentence each, with the seed that makes it happen again. */
  readonly faults: readonly string[]
}

export interface FuzzOptions {
  readonly firstSeed: number
  readonly charters: number
  /** Services that one run of tsc checks together. */
  readonly batch: number
  readonly onBatch?: (done: number) => void
}

/** Hostile charters: each one's source is read back and compared, and all of it type-checked in batches. */
export const fuzz = async ({ firstSeed, charters, batch, onBatch = () => {} }: FuzzOptions): Promise<FuzzReport> => {
  const refused: Record<string, number> = {}
  const faults: string[] = []
  let [generated, pastParser, files, bytes] = [0, 0, 0, 0]
  let waiting: Hostile[] = []
  const check = async (): Promise<void> => {
    const complaints = await typeCheck(waiting.map((each) => each.files))
    for (const line of complaints) faults.push(`${seedOf(waiting, line)}: ${line}`)
    waiting = []
  }
  for (let seed = firstSeed; seed < firstSeed + charters; seed++) {
    const made = await generateHostile(seed).catch((error: unknown) => {
      if (!isPastParser(seed)) throw new Error(`seed ${seed}: the generator fails`, { cause: error })
      return null
    })
    // What no parser lets through may as well end in a failure: nothing is generated.
    if (made === null) {
      refused['past the parser'] = (refused['past the parser'] ?? 0) + 1
      continue
    }
    if ('refused' in made) {
      const code = made.refused.find(({ severity }) => severity === 'error')?.code ?? 'unknown'
      refused[code] = (refused[code] ?? 0) + 1
      continue
    }
    generated++
    if (isPastParser(seed)) pastParser++
    files += made.files.length
    for (const { text } of made.files) bytes += text.length
    for (const difference of differences(made)) faults.push(`seed ${seed}: ${difference}`)
    waiting.push(made)
    if (waiting.length >= batch) {
      await check()
      onBatch(seed - firstSeed + 1)
    }
  }
  if (waiting.length > 0) await check()
  return { charters, generated, pastParser, files, bytes, refused, faults }
}

/** Every third charter is changed after it was read. */
const isPastParser = (seed: number): boolean => seed % 3 === 2

/** tsc names a file in the folder of the service: `s12/src/model.ts(3,4): error …`. */
const seedOf = (services: readonly Hostile[], line: string): string => {
  const at = /^s(\d+)\//.exec(line)?.[1]
  return `seed ${at === undefined ? '?' : services[Number(at)]?.seed}`
}
