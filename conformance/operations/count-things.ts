import type { OperationBody } from '@charter/runtime/service'

/** Gives what it was asked for, twice: a body that reads nothing is as good a reader as any. */
export const countThings: OperationBody = async ({ value }) => 2 * Number(value.least ?? 1)
