import { parseCharter } from '@charter/charter'
import { styles } from '@charter/styles'

/** The styles that a charter is served in. */
export const servesIn = (text: string): readonly string[] =>
  parseCharter({ 'charter.yaml': text }, { styles }).charter?.serves ?? []
