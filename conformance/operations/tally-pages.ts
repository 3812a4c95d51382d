import type { OperationBody } from '@charter/runtime/service'

/** On no row and of no entity: gives what it was asked for, once more. */
export const tallyPages: OperationBody = async ({ value }) => Number(value.least ?? 0) + 1
