import type { Charter, Diagnostic } from '@charter/charter'

export const check = (_: Charter): readonly Diagnostic[] => []
