import type { Charter, Diagnostic } from '@charter/charter'

/**
 * Nothing: every name is spelled so that protobuf takes it, every number is one that it has, every type and operation
 * has a message. Names that clash are told apart by a number after them.
 */
export const check = (_charter: Charter): readonly Diagnostic[] => []
