import type { InternalOperation, OperationBody } from '@charter/runtime/service'

type Stamp = InternalOperation<[key: { readonly id: unknown }, value: { readonly word: string }], unknown, string>
type Count = InternalOperation<[value?: { readonly word?: string }], number, never>

/** Has the internal operations do what `how` says. */
export const workCrate: OperationBody = async ({ value, row }, { operations, rows }) => {
  const { stampCrate, countStamped } = operations as unknown as { stampCrate: Stamp; countStamped: Count }
  const key = { id: row?.id ?? null }
  const word = String(value.how)
  switch (word) {
    case 'count':
      return `${await countStamped()} ${(await rows.list('Crate')).length}`
    case 'caught':
      return stampCrate(key, { word: 'stamped' }).then(
        () => 'done',
        (error: unknown) => `caught ${stampCrate.reason(error)} ${countStamped.reason(error)}`,
      )
    case 'long':
      return String(await stampCrate(key, { word: 'much too long for it' }))
    default:
      return String(await stampCrate(key, { word }))
  }
}
