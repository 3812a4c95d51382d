import type { ImportListBody } from './bodies.ts'

/** Begins a run once: a list that is begun is not ready any more. */
export const importList: ImportListBody = async ({ row }, { operations, fail }) => {
  if (row.state !== 'ready') return fail('not-ready', `This list is ${row.state}.`)
  await operations.beginList({ id: row.id })
  const { id } = await operations.takeOver({ id: row.id }, {})
  return { run: id }
}
