import type { InternalOperation, OperationBody } from '@charter/runtime/service'

type Stamp = InternalOperation<[key: { readonly id: unknown }, value: { readonly word: string }], unknown, string>

/** Puts a word before the title of a crate that has it not yet. */
export const stampCrate: OperationBody = async ({ value, row }, { rows, fail, operations }) => {
  const word = String(value.word)
  const { stampCrate: again } = operations as unknown as { stampCrate: Stamp }
  const key = { id: row?.id ?? null }
  if (word === 'endless') return String(await again(key, { word }))
  if (word === 'lost') return fail('crate-lost')
  if (String(row?.title).startsWith(word)) return fail('crate-stamped', 'It has its stamp.')
  await rows.update('Crate', key, { title: `${word} ${row?.title}` })
  if (word === 'half') return fail('crate-stamped')
  return `${word} ${row?.secret}`
}
