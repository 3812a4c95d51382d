import type { OperationBody } from '@charter/runtime/service'

/** A slot more, where there are not three yet; takes those away that are called the same. */
export const fillCrate: OperationBody = async ({ value, row }, { rows, fail }) => {
  const crateId = row?.id ?? null
  if (value.label === 'misnamed') return rows.update('Crate', { id: crateId }, { title: 'broken', totale: 1 })
  const slots = await rows.list('Slot', { where: { crateId }, sort: ['-label'], limit: 10 })
  if (slots.length >= 3) return fail('crate-full', slots.map(({ label }) => label).join(', '))
  const short = await rows.list('Slot', {
    where: { crateId, size: { lt: 3 }, label: { in: [String(value.label), 'x'] } },
  })
  for (const { id } of short) await rows.delete('Slot', { id: id ?? null })
  await rows.create('Slot', { crateId, label: String(value.label) })
  return row
}
