import type { Said } from '../sentences-said.ts'
import { cleaned } from './sentence-form.ts'

/** A clause of a sentence, and its place in the words with what joins it to the one before. */
export interface ClauseSaid {
  readonly text: string
  readonly from: number
  readonly end: number
}

const joints =
  /(?:[,;]|\s[–—-])\s+(?:(?:and|but|yet|so|while|whereas|though|although)\s+)?|\s+(?:but|while|whereas)\s+/gi

/** A sentence, and it clause by clause: `closed by the system, and only managers see it`. */
export const clausesSaid = ({
  text,
  start,
}: Said): { readonly text: string; readonly parts: readonly ClauseSaid[] } => {
  const first = text.length - text.trimStart().length
  const whole = { text: cleaned(text), from: start + first, end: start + text.trimEnd().length }
  const cuts = [...text.matchAll(joints)].filter(({ index }) => index > first)
  const parts = [undefined, ...cuts].map((cut, at) => {
    const end = cuts[at]?.index ?? text.trimEnd().length
    const from = cut?.index ?? first
    const said = cleaned(text.slice(cut ? cut.index + cut[0].length : first, end))
    return { text: said, from: start + from, end: start + end }
  })
  return { text: whole.text, parts: cuts.length === 0 ? [whole] : [whole, ...parts] }
}
