import type { OperationBody } from '@charter/runtime/service'

/** Has the prices counted: the run that does is queued with whatever else this call does. */
export const startCount: OperationBody = async ({ row }, { operations }) => {
  const { countPrices } = operations as unknown as { countPrices(): Promise<{ readonly id: string }> }
  await countPrices()
  if (row?.cents === 13) throw new Error('a job that breaks')
  return 'counting'
}
