/** Where something is to be served: `lab results are served at /labs/results`. */
export interface SaidRoute {
  /** `lab results`. */
  readonly thing: string
  /** `patient`, of `the EHR records of a patient`. */
  readonly of: string | null
  /** As a charter has it: `ehr/:id/records`. */
  readonly path: string
  readonly quote: string
  /** Characters from the beginning of the words. */
  readonly offset: number
}

const route =
  /(?:^|,? and |, |; )(?:the )?(?<thing>[a-z][\w -]{1,60}?)(?: of (?:an?|the|each|every) (?<of>[a-z][\w -]{1,40}?))?(?: (?:is|are)(?: (?:served|found|reached|listed))?)? (?:at|under) \/(?<path>[a-z][\w/:{}-]*)/giy

const wordsMax = 1000

/**
 * The sentences that say where things are served, and the words without them: blanks in their place, so that everything else
 * stands where it stood.
 */
export const routesIn = (words: string): { readonly routes: readonly SaidRoute[]; readonly rest: string } => {
  const routes: SaidRoute[] = []
  const rest = words.replace(/[^.;\n]+(?:[.;](?!\s|$)[^.;\n]*)*/g, (sentence: string, at: number) => {
    const found = sentence.length > wordsMax ? [] : routesOf(sentence, at)
    routes.push(...found)
    return found.length > 0 ? ' '.repeat(sentence.length) : sentence
  })
  return { routes, rest }
}

/** Those of a sentence that says nothing else; none of one that does. */
const routesOf = (sentence: string, at: number): readonly SaidRoute[] => {
  const from = sentence.length - sentence.trimStart().length
  const said = sentence.trim()
  const found = [...said.matchAll(route)]
  const isAll = found.reduce((length, [text]) => length + text.length, 0) === said.length
  if (!isAll) return []
  return found.map(({ groups = {}, index, 0: text }) => {
    const quote = text.replace(/^(?:,? and |, |; )/, '')
    return {
      thing: groups.thing ?? '',
      of: groups.of ?? null,
      path: (groups.path ?? '')
        .toLowerCase()
        .replace(/\{\w+\}/g, ':id')
        .replace(/\/+$/, ''),
      quote,
      offset: at + from + index + text.length - quote.length,
    }
  })
}
