import { type Outbox, ProblemError, type Queue, type QueueOptions, type State } from '@charter/runtime'
import {
  newestTable,
  type SqlSteps,
  type SqlTransaction,
  type StateDialect,
  type Statement,
  sharedState,
  stateNotAllowed,
  stepsOf,
} from '@charter/sql/store'
import type { PrimaryDatabase } from './database.ts'
import type { Server, StateOptions } from './open.ts'

/** How state lies in the databases of one kind of server. */
export interface StateKind {
  readonly dialect: StateDialect
  audit(database: PrimaryDatabase): Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'>
  outbox(database: PrimaryDatabase): Outbox
  /** Gives a row where the state has the table whose name is bound, as `boundName` has it. */
  readonly findTable: Statement
  boundName(table: string): string
  /** Statements that make the tables, which may be said again. */
  readonly tables: readonly string[]
  /** Statements that go before. Rejects where somebody else has what they would make. */
  before?(on: Pick<SqlTransaction, 'all'>): Promise<readonly string[]>
  readonly setUp: Server['setUp']
  /** A queue of another kind than the state's own tables; undefined where there is none of that kind here. */
  openQueue?(asked: QueueOptions, state: StateOptions & { readonly steps: SqlSteps }): Promise<Queue | undefined>
  /** What is missing: `the schema "charter_state" with the tables …`, to be told to who may make `it`. */
  missing(on: Pick<SqlTransaction, 'all'>): Promise<string>
  readonly it: 'it' | 'them'
  /** `role`: what signs in. */
  readonly who: 'role' | 'user'
  /** Whether it may not make anything. */
  isForbidden?(error: ProblemError): boolean
}

/** State over the tables of one kind of server; makes those that are not there. Rejects with a ProblemError (`unavailable`) where they may not be made. */
export const openStateWith =
  (kind: StateKind): Server['openState'] =>
  async (options) => {
    const { database, isTransactional } = options
    await makeTables(kind, options)
    const steps = stepsOf(database, kind.dialect)
    const shared = sharedState(database, kind.dialect, steps)
    return {
      isTransactional,
      ...shared,
      openQueue: async (asked) => (await kind.openQueue?.(asked, { ...options, steps })) ?? shared.openQueue(asked),
      ...kind.audit(database),
      ...kind.outbox(database),
      close: async () => {},
    }
  }

/** Only where one is missing: whoever may not create anything is fine when they are there. */
const makeTables = async (kind: StateKind, { database, mayCreate }: StateOptions): Promise<void> => {
  const { findTable, boundName, before, setUp, tables } = kind
  if ((await database.all(findTable, [boundName(newestTable)])).length > 0) return
  await before?.(database)
  if (!mayCreate) throw await refused(kind, database)
  try {
    await setUp(database, async (on) => {
      for (const statement of [...((await before?.(on)) ?? []), ...tables]) await on.run(statement, [])
    })
  } catch (error) {
    if (error instanceof ProblemError && kind.isForbidden?.(error)) throw await refused(kind, database, error)
    throw error
  }
}

/** `denied`: what the server said; absent: nobody has allowed it. */
const refused = async (
  { missing, it, who }: StateKind,
  database: PrimaryDatabase,
  denied?: ProblemError,
): Promise<ProblemError> => stateNotAllowed({ what: await missing(database), it, who, ...(denied && { denied }) })
