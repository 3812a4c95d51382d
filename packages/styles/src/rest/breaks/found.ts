import type { Break } from '@charter/charter'

export type Found = Break

export const breaking = (about: string, sentence: string): Found => ({ about, sentence, severity: 'breaking' })
export const additive = (about: string, sentence: string): Found => ({ about, sentence, severity: 'additive' })
