import { draftCharter } from '@charter/draft'
import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { median, round, spread } from '../report.ts'
import type { Request } from './description.ts'

const wordsPerPage = 500

/** Milliseconds for a page and for fifty, beside plain part-of-speech tagging of the same text by wink-nlp. */
export const speedOf = (
  requests: readonly Request[],
  rounds: number,
): { readonly figures: Record<string, string>; readonly ratios: Record<string, number> } => {
  const figures: Record<string, string> = {}
  const ratios: Record<string, number> = {}
  const { its, readDoc } = winkNLP(model, ['sbd', 'pos'])
  for (const pages of [1, 50]) {
    const text = textOf(requests, pages * wordsPerPage)
    const name = `${pages} page${pages > 1 ? 's' : ''} (${text.split(/\s+/).length} words)`
    const [ours, peer] = [[], []] as [number[], number[]]
    // In turn, so that both meet the same machine; the first round only warms both up.
    for (let at = -1; at < rounds; at++) {
      const drafted = millisOf(() => draftCharter(text).document.length)
      const tagged = millisOf(() => readDoc(text).tokens().out(its.pos).length)
      if (at >= 0) {
        ours.push(drafted)
        peer.push(tagged)
      }
    }
    figures[`${name}: drafted, ms`] = spread(ours)
    figures[`${name}: tagged by wink-nlp, ms`] = spread(peer)
    ratios[`${name}: drafted / tagged`] = round(median(ours) / median(peer))
  }
  return { figures, ratios }
}

const millisOf = (work: () => number): number => {
  const from = performance.now()
  if (work() === 0) throw new Error('nothing came of it, so its time measures nothing')
  return performance.now() - from
}

/** So many words, from one request after the other. */
const textOf = (requests: readonly Request[], count: number): string => {
  const parts: string[] = []
  let left = count
  for (let at = 0; left > 0; at++) {
    const words = requests[at % requests.length]?.words ?? ''
    const lines = words.split('\n')
    for (const line of lines) {
      if (left <= 0) break
      parts.push(line)
      left -= line.split(/\s+/).filter((word) => word !== '').length
    }
  }
  return parts.join('\n')
}
