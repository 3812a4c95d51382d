import { singularNoun } from '@charter/charter'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { cleaned, name } from './sentence-form.ts'
import { type Source, takenFrom } from './taken.ts'

/** What rows go through, one after the other. */
export interface StatesSaid extends Source {
  /** `order`; empty where it is said of what was spoken of before. */
  readonly thing: string
  /** What stands before it in the words. */
  readonly before: string
  /** Each the ways on that there are: `[[placed], [paid], [shipped, cancelled]]`. */
  readonly steps: readonly (readonly string[])[]
  /** Who makes it so, where the words say it: `packed by a clerk`. */
  readonly by: ReadonlyMap<string, string>
}

const subject = `(?:^|[:;,] )(?:first,? )?(?:(?:(?:an?|the|each|every|all|our) )?(?<thing>${name}?)|it|they) `
const begins = `(?:(?:is|are|gets?) (?:first )?|(?:(?:first|always) )?(?:begins?|starts?)(?: out| off)?(?: life)?(?: as| in| by being)? |(?:go(?:es)?|moves?|pass(?:es)?|runs?) (?:(?<from>from) |through )?)`
const adverb =
  '(?:then|next|afterwards|after that|later(?: on)?|finally|eventually|at last|in the end|(?:after|once|when) (?:it|they|that|this) [^,]{2,30}?(?=,| (?:it|they) ))'
const strong = '(?:becomes?|turns? into|goes to|moves? (?:on )?to|ends?(?: up)?(?: as| in)?)'
const verb = `(?:is|are|gets?|can be|may be|${strong})`
const joint = '(?:,(?: and| but)?|;| and)'
const either = '(?:either )?(?:an? |the )?'
const next = new RegExp(
  `${joint} (?:${adverb},? (?:(?:it|they) )?(?:${verb} )?(?:(?:then|finally|next|eventually) )?|(?:(?:it|they) )?${strong} (?:(?:then|finally) )?|(?:it|they|is|are) (?:is |are )?(?:then|next|finally|eventually) )${either}| ?(?:→|->|=>) ?`,
  'i',
)
const start = new RegExp(`${subject}${begins}${either}`, 'gi')
const or = /,? or (?:an? |it is |is )?|, /i
const state = new RegExp(
  `^(?<state>(?:(?:in|on|under) )?${letter}[a-z-]*(?: [a-z-]+){0,2}?)(?: by (?:an? |the )?(?<who>${name}))?$`,
  'i',
)

/** `A parcel is announced, then collected and finally delivered or returned`, `it begins as a sketch, becomes a draft and ends up printed`. */
export const statesIn = (words: string): readonly StatesSaid[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const text = cleaned(sentence.text).replace(inOrder, '')
    for (const match of text.matchAll(start)) {
      const chain = text.slice(match.index + match[0].length)
      // `From requested to approved to paid`.
      const found = stepsOf(match.groups?.from === undefined ? chain : chain.replaceAll(' to ', ', then '))
      if (!found) continue
      const thing = wordsOf(match.groups?.thing ?? '')
      const isIt = /^(?:it|they)?$/.test(thing.join(' '))
      return [
        {
          ...takenFrom(sentence),
          ...found,
          thing: isIt ? '' : singularNoun(thing.join(' ')),
          before: words.slice(0, sentence.start),
        },
      ]
    }
    return []
  })

const inOrder = /,? (?:(?:always|strictly) )?in (?:that|this|just that) (?:very )?order$/i

const stepsOf = (chain: string): Pick<StatesSaid, 'steps' | 'by'> | null => {
  const by = new Map<string, string>()
  const steps = chain.split(next).map((step) =>
    step.split(or).map((each) => {
      const { state: found = '', who } = state.exec(each.trim())?.groups ?? {}
      const said = found.toLowerCase()
      if (who !== undefined) by.set(said, singularNoun(who.toLowerCase()))
      return said
    }),
  )
  const all = steps.flat()
  const isSound =
    steps.length > 1 &&
    steps[0]?.length === 1 &&
    !by.has(steps[0][0] ?? '') &&
    new Set(all).size === all.length &&
    all.every((each) => each !== '' && !isNoState.test(each))
  return isSound ? { steps, by } : null
}

const isNoState =
  /^(?:an?|the|it|they|by|to|for|of|not|used|made|able|allowed|has|have|can|may|must)\b|\b(?:by|to|for|of|with|from|at|the|an?|and|when|if|may|can|must|is|are)$| (?:the|an?|of|by|and|is|are|may|can|must|with|from|for|to) /
