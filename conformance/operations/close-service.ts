import type { OperationBody } from '@charter/runtime/service'

/** Closes nothing; who may call it is all there is to it. */
export const closeService: OperationBody = async () => 'closed'
