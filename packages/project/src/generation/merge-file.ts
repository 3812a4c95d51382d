import type { GeneratedFile } from '@charter/charter'
import { mergeJson } from './merge-json.ts'
import { type Merged, mergeText, type ThreeTexts } from './merge-text.ts'

/**
 * A person's file with what is generated now. A JSON document stays one: where its lines do not merge, its members do. In
 * files that are the machine's, its lines stand.
 */
export const mergeFile = (path: string, owner: GeneratedFile['owner'], texts: ThreeTexts): Merged => {
  const merged = mergeText(texts, owner === 'machine' ? 'theirs' : 'mark')
  if (!path.endsWith('.json') || (merged.conflicts.length === 0 && owner !== 'machine' && isJson(merged.text)))
    return merged
  const text = mergeJson(texts.base, texts.mine, texts.theirs)
  return text === null ? merged : { text, conflicts: [] }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
