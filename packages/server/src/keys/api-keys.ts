import type { State } from '@charter/runtime'
import type { Entities } from '../charter.gen.ts'

/** What proves callers by their keys, as it is told of the keys that rows speak of. */
export interface ApiKeys {
  /** From then on it is taken until its row says, where that is sooner than it was to end within five seconds; never longer than it was. */
  take(key: Entities['Key']['row']): Promise<void>
  /** From then on it is not, within five seconds; also where nobody told of it yet. */
  end(key: Entities['Key']['row']): Promise<void>
}

/** `state`: of the platform's own service, which is there by the time that any of it is asked. */
export const apiKeysIn = (state: () => Pick<State, 'findApiKeyById' | 'saveApiKey'>): ApiKeys => {
  const save = ({ id, hash, madeBy, grants, organisationId }: Entities['Key']['row'], expiresAtMs: number) =>
    state().saveApiKey({
      id,
      hash,
      // Whoever made it: what it writes they wrote, and neither lets it.
      principal: madeBy,
      roles: grants,
      attributes: {},
      tenant: organisationId,
      scopes: null,
      expiresAtMs,
    })
  return {
    take: async (key) => {
      const endsAtMs = Date.parse(key.endsAt)
      const known = await state().findApiKeyById(key.id)
      // What was ended meanwhile gets no time back.
      if (!known || (known.expiresAtMs ?? Number.POSITIVE_INFINITY) > endsAtMs) await save(key, endsAtMs)
    },
    end: (key) => save(key, 0),
  }
}
