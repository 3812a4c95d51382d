import type { Break, Charter } from '@charter/charter'

export const breaks = (_before: Charter, _after: Charter): readonly Break[] => []
