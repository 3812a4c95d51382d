import type { Operand } from '@charter/runtime'

/** Whether a condition asks the time of the call there: `context.now`, `context.today`. */
export const isClock = (operand: Operand): boolean =>
  operand.kind === 'principal' && (operand.name === 'call.now' || operand.name === 'call.today')
