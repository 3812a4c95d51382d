import type { OperationBody } from '@charter/runtime/service'

/** The body of a move: it begins when its row is in the next state already. */
export const sendParcel: OperationBody = async ({ value, row }, { rows, fail }) => {
  const key = { id: row?.id ?? null }
  const { carrier } = value
  if (carrier === 'nobody') return fail('no-carrier')
  if (carrier === 'itself') return rows.update('Parcel', key, { stage: 'received' })
  if (carrier === 'another') return rows.create('Parcel', { title: 'made', stage: 'received' })
  return rows.update('Parcel', key, { carrier: `${String(carrier)}, ${String(row?.stage)}` })
}
