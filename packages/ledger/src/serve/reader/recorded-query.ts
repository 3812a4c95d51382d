import type { LedgerQuery } from '../../search/search-index.ts'

/** Which member of an entry each part of a query is compared with. */
const paths: Readonly<Partial<Record<keyof LedgerQuery, string>>> = {
  principal: 'principal',
  operation: 'operation',
  entity: 'entity',
  key: 'key',
  outcome: 'outcome',
  address: 'origin.address',
  tenant: 'tenant',
}

const commitment = /^sha256-commitment:[\w-]{43}$/

/**
 * A query as it may stand in the ledger for ever. Who asks for a person by name must not write that name into a record
 * from which nothing can be erased: where a member is personal, it is said that it was asked for, and with what only if
 * that was a commitment.
 */
export const recordedQuery = (
  query: LedgerQuery,
  personal: readonly string[],
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const path = paths[name as keyof LedgerQuery]
      const isPersonal = path !== undefined && personal.some((each) => path === each || path.startsWith(`${each}.`))
      return [name, isPersonal && !commitment.test(String(value)) ? '(personal)' : value]
    }),
  )
