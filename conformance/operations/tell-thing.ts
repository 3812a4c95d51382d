import type { OperationBody } from '@charter/runtime/service'

/** A text made of the row that it is on, protected values among it. */
export const tellThing: OperationBody = async ({ value, row }) => `${value.mark}: ${row?.name}, ${row?.secret}`
