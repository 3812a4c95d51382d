import type { ProblemError } from '@charter/runtime'
import type { InternalOperation, OperationBody } from '@charter/runtime/service'

interface Internal {
  readonly fadeWish: InternalOperation<[key: object], object, never>
  readonly dropWish: InternalOperation<[key: object, value?: object], null, 'not-this'>
}

/** Moves the wish that it is on as no client does; `how` says by which way. */
export const workWish: OperationBody = async ({ row, value }, { operations }) => {
  const { fadeWish, dropWish } = operations as unknown as Internal
  const key = { id: row?.id ?? null }
  if (value.how === 'drop') await dropWish(key)
  else if (value.how === 'never') await dropWish(key, { why: 'never' })
  else {
    const fading = fadeWish(key)
    // Where it has faded, or was granted before, that is how it is.
    if (value.how === 'perhaps')
      await fading.catch((error: unknown) => {
        if ((error as Partial<ProblemError>).problem?.code !== 'conflict') throw error
      })
    else await fading
  }
  return key
}
