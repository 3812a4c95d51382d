import type { SqlRow, SqlValue } from '@charter/sql/store'
import type { Connection, FieldDef, Submittable } from 'pg'
import { type Parse, parserOf } from './parsers.ts'

/** A statement that one connection has prepared. */
export interface Plan {
  readonly name: string
  readonly sql: string
  /** Null until the server has described the columns; after that it need not again. */
  parsers: readonly (Parse | null)[] | null
}

export interface Answer {
  readonly rows: readonly SqlRow[]
  /** Rows that the command tag counts: `UPDATE 3`. */
  readonly changes: number
  /** First word of the tag: `COMMIT`, `ROLLBACK`. */
  readonly command: string
}

export interface Around {
  readonly before: string
  readonly after: string
}

export interface RunOptions {
  readonly plan: Plan
  readonly values: readonly SqlValue[]
  /** A statement to send before, in the same round trip: BEGIN. */
  readonly first: string | null
  /** Statements to send between planning it and running it, and after it, in the same round trip; neither has an answer. */
  readonly around: Around | null
  /** Names of prepared statements that are not needed any more. */
  readonly dropped: readonly string[]
  settle(error: Error | null, answer: Answer | null): void
}

/**
 * One statement as pg sends it, without pg's own result objects: the columns are described once for each prepared
 * statement, and a row is an array from the start.
 */
export class Run implements Submittable {
  readonly #options: RunOptions
  readonly #values: (string | Buffer | null)[]
  readonly #rows: SqlRow[] = []
  #parsers: readonly (Parse | null)[] = []
  #tag = ''

  constructor(options: RunOptions) {
    this.#options = options
    this.#values = options.values.map(wireValue)
  }

  submit(connection: Connection): void {
    const { plan, first, around, dropped } = this.#options
    const portal = around ? 'around' : ''
    // Whoever was sent before may have described it meanwhile.
    this.#parsers = plan.parsers ?? []
    connection.stream.cork()
    for (const name of dropped) connection.close({ type: 'S', name }, true)
    if (first !== null) say(connection, first)
    if (!plan.parsers) connection.parse({ name: plan.name, text: plan.sql, types: [] }, true)
    connection.bind({ portal, statement: plan.name, values: this.#values }, true)
    if (!plan.parsers) connection.describe({ type: 'P', name: portal }, true)
    // It is planned now (protocol section 53.2.3, Bind): names in it are not looked up again.
    if (around) say(connection, around.before)
    connection.execute({ portal }, true)
    if (around) {
      connection.close({ type: 'P', name: portal }, true)
      say(connection, around.after)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#parsers = fields.map((field) => parserOf(field.dataTypeID))
  }

  handleDataRow({ fields }: { readonly fields: SqlValue[] }): void {
    const parsers = this.#parsers
    for (let at = 0; at < fields.length; at++) {
      const parse = parsers[at]
      if (parse && fields[at] !== null) fields[at] = parse(fields[at] as string)
    }
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // What goes around it sets something.
    if (text !== 'SET') this.#tag = text
  }

  handleReadyForQuery(): void {
    this.#options.plan.parsers ??= this.#parsers
    const words = this.#tag.split(' ')
    const changes = Number(words.at(-1))
    this.#options.settle(null, {
      rows: this.#rows,
      changes: Number.isInteger(changes) ? changes : 0,
      command: words[0] ?? '',
    })
  }

  handleError(error: Error): void {
    this.#options.settle(error, null)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: Connection & { sendCopyFail?(message: string): void }): void {
    connection.sendCopyFail?.('COPY is not spoken here')
  }
  handleCopyData(): void {}
}

/** A statement that gives nothing, in the portal of no name. */
const say = (connection: Connection, text: string): void => {
  connection.parse({ name: '', text, types: [] }, true)
  connection.bind({}, true)
  connection.execute({}, true)
}

/** As the protocol carries it: text, or bytes for bytea. */
const wireValue = (value: SqlValue): string | Buffer | null => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'object') return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return String(value)
}
