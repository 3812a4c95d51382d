import type { Connection, FieldDef, Submittable } from 'pg'
import type { SqlRow, SqlValue } from '../sql-store/index.ts'
import { type Parse, parserOf } from './parsers.ts'

/** A statement that one connection has prepared. */
export interface Plan {
  readonly name: string
  readonly sql: string
  /** Null until the server has described the columns; after that it need not again. */
  parsers: readonly (Parse | null)[] | null
  /** Their names, from then on. */
  columns: readonly string[]
}

export interface Answer {
  readonly rows: readonly SqlRow[]
  /** What the values of a row are called. */
  readonly columns: readonly string[]
  /** Rows that the command tag counts: `UPDATE 3`. */
  readonly changes: number
  /** First word of the tag: `COMMIT`, `ROLLBACK`. */
  readonly command: string
}

export interface Around {
  readonly before: string
  readonly after: string
}

/** One statement of several that are sent together. */
export interface Step {
  readonly plan: Plan
  readonly values: WireValue[]
  /** Statements to send between planning it and running it, and after it; neither has an answer. */
  readonly around: Around | null
}

export interface RunOptions {
  /** In order. None is done after one that failed. */
  readonly steps: readonly Step[]
  /** Names of prepared statements that are not needed any more. */
  readonly dropped: readonly string[]
  /** One of them is answered, and the next is under way. */
  onAnswer(): void
  /** `answers`: of those before the one that failed, or of all. */
  settle(error: Error | null, answers: readonly Answer[]): void
}

/**
 * Statements as pg sends them, in one round trip and without pg's own result objects: the columns are described once for each
 * prepared statement, and a row is an array from the start.
 */
export class Run implements Submittable {
  readonly #options: RunOptions
  readonly #answers: Answer[] = []
  /** Whose commands end, in order; null: of what goes around one. */
  readonly #commands: (Step | null)[] = []
  #ended = 0
  #rows: SqlRow[] = []

  constructor(options: RunOptions) {
    this.#options = options
  }

  submit(connection: Connection): void {
    const { steps, dropped } = this.#options
    const described = new Set<Plan>()
    connection.stream.cork()
    for (const name of dropped) connection.close({ type: 'S', name }, true)
    for (const step of steps) {
      const { plan, around } = step
      // Whoever was sent before may have described it meanwhile.
      send(connection, step, plan.parsers === null && !described.has(plan))
      described.add(plan)
      this.#commands.push(...(around ? [null, step, null] : [step]))
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const step = this.#step
    if (!step) return
    step.plan.parsers = fields.map((field) => parserOf(field.dataTypeID))
    step.plan.columns = fields.map(({ name }) => name)
  }

  handleDataRow({ fields }: { readonly fields: SqlValue[] }): void {
    const parsers = this.#step?.plan.parsers ?? []
    for (let at = 0; at < fields.length; at++) {
      const parse = parsers[at]
      if (parse && fields[at] !== null) fields[at] = parse(fields[at] as string)
    }
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const step = this.#commands[this.#ended++]
    if (!step) return
    step.plan.parsers ??= []
    this.#answers.push(answerOf(text, this.#rows, step.plan.columns))
    this.#rows = []
    this.#options.onAnswer()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#options.settle(null, this.#answers)
  }

  handleError(error: Error): void {
    this.#options.settle(error, this.#answers)
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: Connection & { sendCopyFail?(message: string): void }): void {
    connection.sendCopyFail?.('COPY is not spoken here')
  }
  handleCopyData(): void {}

  get #step(): Step | undefined {
    return this.#options.steps[this.#answers.length]
  }
}

const answerOf = (tag: string, rows: readonly SqlRow[], columns: readonly string[]): Answer => {
  const words = tag.split(' ')
  const changes = Number(words.at(-1))
  return { rows, columns, changes: Number.isInteger(changes) ? changes : 0, command: words[0] ?? '' }
}

const send = (connection: Connection, { plan, values, around }: Step, isNew: boolean): void => {
  const portal = around ? 'around' : ''
  if (isNew) connection.parse({ name: plan.name, text: plan.sql, types: [] }, true)
  connection.bind({ portal, statement: plan.name, values }, true)
  if (isNew) connection.describe({ type: 'P', name: portal }, true)
  // It is planned now (protocol section 53.2.3, Bind): names in it are not looked up again.
  if (around) say(connection, around.before)
  connection.execute({ portal }, true)
  if (!around) return
  connection.close({ type: 'P', name: portal }, true)
  say(connection, around.after)
}

/** A statement that gives nothing, in the portal of no name. */
const say = (connection: Connection, text: string): void => {
  connection.parse({ name: '', text, types: [] }, true)
  connection.bind({}, true)
  connection.execute({}, true)
}

/** As the protocol carries it: text, or bytes for bytea. */
export type WireValue = string | Buffer | null

/** Throws over what is none of the values that a statement may have. */
export const wireValues = (values: readonly SqlValue[]): WireValue[] => values.map(wireValue)

const wireValue = (value: SqlValue): WireValue => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'object') return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return String(value)
}
