import type { LedgerQuery } from '../../search/ledger-query.ts'
import type { LedgerServerParts } from '../serve-ledger.ts'

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
 * A query as entries hold what it asks for, and as it may stand in the ledger itself: commitments in the place of personal
 * values. Who asks for a person by name would otherwise write that name where nothing can be erased. One that never came
 * gets a commitment, too, so that it cannot be told from the record who is in the ledger.
 */
export const committedQuery = async (
  query: LedgerQuery,
  { settings: { personal }, vault }: Pick<LedgerServerParts, 'settings' | 'vault'>,
): Promise<LedgerQuery> => {
  const committed: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(query) as [keyof LedgerQuery, string | number][]) {
    const path = paths[name]
    const isPersonal = path !== undefined && personal.includes(path) && !commitment.test(String(value))
    committed[name] = isPersonal && vault ? await vault.commit(value) : value
  }
  return committed
}
