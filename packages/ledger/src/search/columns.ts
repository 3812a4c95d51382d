import type { LedgerEntry } from '../disk/entry-line.ts'

/** What can be asked for, by the column that holds it. */
export const columns = {
  principal: ({ entry }) => entry.principal,
  operation: ({ entry }) => entry.operation ?? entry.event,
  entity: ({ entry }) => entry.entity,
  key: ({ entry }) => entry.key,
  outcome: ({ entry }) => entry.outcome,
  address: ({ entry }) => (entry.origin as { readonly address?: unknown } | null | undefined)?.address,
  tenant: ({ entry }) => entry.tenant,
  replica: ({ replica }) => replica,
} as const satisfies Record<string, (record: LedgerEntry) => unknown>

export const columnNames = Object.keys(columns) as (keyof typeof columns)[]
/** When it happened, as its sender says; else when it was received. */
export const instantOfEntry = ({ entry, receivedAt }: LedgerEntry): string =>
  typeof entry.at === 'string' ? entry.at : receivedAt

/** Instants as they sort: with their `Z`, 10:00:00.5Z would come before 10:00:00Z. */
export const sortable = (instant: string): string => instant.replace(/Z$/, '')
