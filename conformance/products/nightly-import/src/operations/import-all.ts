import type { ImportAllBody } from './bodies.ts'

/** Begins a run for each list that is ready by night. */
export const importAll: ImportAllBody = async (_, { rows, step }) => {
  const ready = await rows.list('PriceList', { where: { state: 'ready' } })
  for (const { id } of ready)
    await step(`list ${id}`, async ({ operations }) => {
      await operations.beginList({ id })
      await operations.takeOver({ id }, {})
    })
  return { begun: ready.length }
}
