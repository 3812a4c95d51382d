import type { OperationBody } from '@charter/runtime/service'

export const nameService: OperationBody = async () => 'narrow'
