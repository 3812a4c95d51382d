import type { LedgerQuery } from '@charter/ledger'
import type { Asked, CommandOption } from '../../command.ts'
import { instantGiven } from './own-ledger.ts'

const text = (description: string, value: string): CommandOption => ({ type: 'string', value, description })

/** By option, the member of a query. */
const members = {
  who: 'principal',
  operation: 'operation',
  entity: 'entity',
  record: 'key',
  outcome: 'outcome',
  address: 'address',
  field: 'field',
  replica: 'replica',
  tenant: 'tenant',
} as const satisfies Record<string, keyof LedgerQuery>

/** What entries are asked for by. A record is asked for by `--record`, since `--key` is a ledger’s. */
export const queryOptions: Readonly<Record<string, CommandOption>> = {
  who: text('Who called.', 'principal'),
  operation: text('Which operation, or event of the ledger’s own.', 'name'),
  entity: text('Of which entity.', 'name'),
  record: text('Which record, by its key.', 'key'),
  outcome: text('How it ended: ok, or the code of a problem.', 'code'),
  address: text('From where.', 'address'),
  field: text('Which field was touched or shown.', 'name'),
  replica: text('Which replica sent it.', 'name'),
  tenant: text('Of which tenant.', 'name'),
  from: text('From this day or instant on.', 'instant'),
  until: text('Up to, not including.', 'instant'),
}

/** Texts by their member, apart from instants: some may be personal. */
export const textsAsked = (asked: Asked): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([option, member]) => {
      const given = asked.text(option)
      return given === undefined ? [] : [[member, given] as const]
    }),
  )

export const timesAsked = (asked: Asked): Pick<LedgerQuery, 'from' | 'until'> => {
  const [from, until] = [instantGiven(asked, 'from'), instantGiven(asked, 'until')]
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
}
