import type { JsonObject } from '@charter/runtime'
import type { Ledger } from '../writer/open-ledger.ts'

/** Who reads what of the ledger. */
export interface Read {
  readonly principal: string
  /** How it was shown who reads. */
  readonly credential?: 'token' | 'jwt'
  readonly what: 'state' | 'entries' | 'entry' | 'trail' | 'export' | 'tiles' | 'segment'
  readonly query: JsonObject
}

/**
 * Who asked for what is in the ledger, on disk, before anything is given. Rejects with what `Ledger.note` rejects with;
 * nothing is then given.
 */
export const readOnRecord = async <Given>(
  ledger: Pick<Ledger, 'note'>,
  read: Read,
  give: () => Given | Promise<Given>,
): Promise<Given> => {
  await ledger.note({ event: 'read', ...read })
  return give()
}
