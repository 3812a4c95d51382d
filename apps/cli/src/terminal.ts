import { hidden, printable } from './printable.ts'

/** What a command says: facts on standard output, progress on standard error, colours only on a terminal. */
export interface Terminal {
  readonly isColoured: boolean
  line(text?: string): void
  /** One JSON document. */
  json(value: unknown): void
  /** Something under way; ends with `done` in its place. Nothing moves when standard error is not a terminal. */
  progress(text: string): Progress
  note(text: string): void
  readonly style: Style
}

export interface Progress {
  update(text: string): void
  done(text?: string): void
}

export interface Style {
  strong(text: string): string
  muted(text: string): string
  good(text: string): string
  /** Authority: deny, the deciding rule. */
  seal(text: string): string
  warn(text: string): string
}

const plain = (text: string): string => text

const ansi =
  (code: string) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export const createTerminal = (
  out: NodeJS.WriteStream,
  err: NodeJS.WriteStream,
  env: Readonly<Record<string, string | undefined>>,
): Terminal => {
  const isColoured = out.isTTY === true && env.NO_COLOR === undefined && env.TERM !== 'dumb'
  const paint = (code: string) => (isColoured ? ansi(code) : plain)
  return {
    isColoured,
    line: (text = '') => void out.write(`${printable(text)}\n`),
    json: (value) => void out.write(`${jsonText(value)}\n`),
    note: noting(err),
    progress: (text) => (err.isTTY ? spinning(err, text) : still(err, text)),
    style: { strong: paint('1'), muted: paint('2'), good: paint('32'), seal: paint('31'), warn: paint('33') },
  }
}

/** What is kept at most of notes that nobody reads: a service's faults may go on for days. */
const unreadBytesMax = 1_048_576

const noting = (err: NodeJS.WriteStream): ((text: string) => void) => {
  let dropped = 0
  const write = (text: string): void => void err.write(`${printable(text)}\n`)
  const tellDropped = (): void => {
    write(`${dropped} notes were dropped: nobody read them in time.`)
    dropped = 0
  }
  return (text) => {
    if (err.writableLength > unreadBytesMax) {
      if (dropped === 0) err.once('drain', tellDropped)
      dropped++
    } else write(text)
  }
}

/** JSON escapes what is below a blank by itself; a terminal minds more. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(hidden, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

const spinning = (err: NodeJS.WriteStream, first: string): Progress => {
  let text = first
  let frame = 0
  const draw = (): void => void err.write(`\r\u001b[2K${spinner[frame++ % spinner.length]} ${printable(text)}`)
  const timer = setInterval(draw, 80)
  timer.unref()
  draw()
  return {
    update: (next) => {
      text = next
    },
    done: (last) => {
      clearInterval(timer)
      err.write(`\r\u001b[2K${last === undefined ? '' : `${printable(last)}\n`}`)
    },
  }
}

/** How often a step is told where no terminal shows each. */
const stillMs = 15_000

/** For a log: the first step, then where long work is, now and then. */
const still = (err: NodeJS.WriteStream, first: string): Progress => {
  let toldAtMs = Date.now()
  const tell = (text: string): void => {
    toldAtMs = Date.now()
    err.write(`${printable(text)}\n`)
  }
  tell(first)
  return {
    update: (next) => void (Date.now() - toldAtMs >= stillMs && tell(next)),
    done: (last) => void (last !== undefined && tell(last)),
  }
}

/** Rows as columns, aligned; the last one is not padded. */
export const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths: number[] = []
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, visibleLength(cell))
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - visibleLength(cell) + 2),
      )
      .join(''),
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that starts a colour.
const visibleLength = (text: string): number => [...text.replaceAll(/\u001b\[\d+m/g, '')].length
