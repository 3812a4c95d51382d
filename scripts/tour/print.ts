/** Takes a line for whoever watches. */
export type Say = (line: string) => void

const isColoured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== 'dumb'
const paint = (code: string, text: string): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)

/** A step by its number; how long it took, where that is worth knowing. */
export const heading = (say: Say, number: number, title: string, milliseconds?: number): void => {
  const time = milliseconds === undefined ? '' : paint('2', `  ${(milliseconds / 1000).toFixed(1)} s`)
  say('')
  say(`${number}  ${paint('1', title)}${time}`)
}

/** Rows as columns, aligned; the last one is not padded. */
export const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '),
  )
}
