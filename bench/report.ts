/** What a bench found: printed as lines for people, and with `--json` as one last line for machines. */
export interface BenchReport {
  readonly bench: string
  readonly figures: Readonly<Record<string, number | string>>
  readonly ratios: Readonly<Record<string, number>>
  readonly bars: readonly Bar[]
  /** All that matters of it in one line, which is told last. */
  readonly summary?: string
}

export interface Bar {
  readonly name: string
  readonly value: number
  readonly bar: string
  readonly holds: boolean
}

export const atMost = (name: string, value: number, most: number): Bar => ({
  name,
  value: round(value),
  bar: `≤ ${most}`,
  holds: value <= most,
})

export const atLeast = (name: string, value: number, least: number): Bar => ({
  name,
  value: round(value),
  bar: `≥ ${least}`,
  holds: value >= least,
})

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** `12.3 (11.9–13.0)`: median and range. */
export const spread = (values: readonly number[]): string =>
  `${round(median(values))} (${round(Math.min(...values))}–${round(Math.max(...values))})`

export const round = (value: number): number => Number(value.toPrecision(4))

export const printReport = (report: BenchReport, isJson: boolean): void => {
  for (const [name, value] of Object.entries(report.figures)) console.log(`${name.padEnd(56)} ${value}`)
  for (const [name, value] of Object.entries(report.ratios)) console.log(`${name.padEnd(56)} ${round(value)}×`)
  for (const { name, value, bar, holds } of report.bars)
    console.log(`${holds ? 'holds' : 'DOES NOT HOLD'}  ${name}: ${value} (${bar})`)
  if (report.summary !== undefined) console.log(report.summary)
  if (isJson) console.log(JSON.stringify(report))
}
