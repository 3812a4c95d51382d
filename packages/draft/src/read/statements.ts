import { fieldNouns } from '../language/lexicon.ts'

/** One thing said, with where it begins in the words. */
export interface Statement {
  readonly text: string
  readonly offset: number
  /** It goes on after a semicolon with what was said before. */
  readonly isContinued: boolean
}

const lead =
  /^(?:[\s>#*•·–—-]|\*\*|\[[^\]]*\]|(?:US|S|R|FR|NFR)-?\d+[.:)]?|\d+(?:\.\d+)*[.)]?(?=\s+[A-Z])|\d+[.)](?=\s)|(?:subject|title|re|summary|background)\s*:)*/i
/** Lines of a letter that say nothing of what is wanted. */
const letterHead = /^\s*(?:from|to|cc|bcc|date|sent|attendees|present|priority)\s*:/i
/** `Background for whoever builds this: a team has …`. */
const introduction = /^[^:(]{10,70}:\s+(?=(?:an?|each|every)\s)/i

/** Splits words into statements: lines, list items, sentences, and the parts of a sentence between semicolons. */
export const statementsOf = (words: string): readonly Statement[] => {
  const statements: Statement[] = []
  let lineOffset = 0
  for (const line of joined(words).split('\n')) {
    let offset = lineOffset
    lineOffset += line.length + 1
    if (letterHead.test(line)) continue
    let isContinued = false
    for (const part of line.split(/(?<=[.!?;])(?<!\b(?:e\.g|i\.e|etc|no|nr|mr|mrs|dr|vs|approx)\.)(?=\s)/i)) {
      const skipped = (lead.exec(part)?.[0].length ?? 0) + (introduction.exec(part.replace(lead, ''))?.[0].length ?? 0)
      const text = part
        .slice(skipped)
        .replaceAll('**', '')
        .replace(/[\s.;!?*]+$/, '')
      if (text !== '' && !isDismissed(text)) statements.push({ text, offset: offset + skipped, isContinued })
      isContinued = part.endsWith(';')
      offset += part.length
    }
  }
  return statements
}

/** A line that ends in the middle of a sentence goes on in the next, and a row of a table is a line; lengths stay, so offsets do. */
const joined = (words: string): string =>
  words
    .replace(/(?<=[a-z,])\n(?=[a-z])/g, ' ')
    .replace(/^\|[-| :]+\|$/gm, (rule) => ' '.repeat(rule.length))
    .replace(tableRow, '  $1:  $2  ')

/** `| guest | full name, mobile |` says what `guest: full name, mobile` says. */
const tableRow = /^\| ([^|\n]+) \| ([^|\n]+) \|$/gm

/** What the words name only to leave it out. */
const dismissal =
  /\b(?:not in (?:this|the|scope)|out of scope|not part of|not recorded|not now|if ever|no need|ignore|later, not|does not store|do not store|don['’]t (?:need|store)|is done (?:by|in)|different ticket)\b|^(?:no|not) /i

const isDismissed = (text: string): boolean => dismissal.test(text.replace(/\([^)]*\)/g, ''))

/** `mode: on campus, online or hybrid` inside a list: its values belong to it, not to the list. */
const value = '[\\w-]+(?: (?!and\\b|or\\b)[\\w-]+){0,2}'
const listedValues = new RegExp(
  `([A-Za-z][\\w ]{1,30}): ((?:${value}, ?)*${value},? or ${value})(?=$|[,;]|\\s+and\\s+(?:an?|the)\\s)`,
  'g',
)
/** `severity: low, medium, high`, and no list of fields: up to where one begins again. */
const plainValue = `(?!(?:an?|the|its|their|one|optional|several|many|and)\\s)${value}`
const commaValues = new RegExp(
  `([A-Za-z][\\w ]{1,30}): (${plainValue}(?:, ?${plainValue})+(?:,? and ${plainValue})?)(?=$|;|,?\\s+(?:and\\s+)?(?:an?|the|optional|several|many)\\s)`,
  'g',
)

/** The parts of a list: at commas, semicolons, "and", "&", "plus", outside brackets. */
export const itemsOf = (given: string): readonly string[] => {
  const items: string[] = ['']
  const text = given
    .replace(listedValues, '$1 ($2)')
    .replace(commaValues, (all, name: string, list: string) => (areFields(name, list) ? all : `${name} (${list})`))
  let depth = 0
  for (const part of text.split(/(\(|\)|,|;|\band\b|&|\bplus\b)/i)) {
    if (part === '(') depth++
    if (part === ')') depth--
    const isBreak = depth <= 0 && /^(?:,|;|and|&|plus)$/i.test(part)
    if (isBreak) items.push('')
    else items[items.length - 1] += part
  }
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

/** `two fields: height, weight` and `address: street, city` list what there is, and no values. */
const areFields = (name: string, list: string): boolean => {
  const values = valuesOf(list)
  const named = values.filter((each) => fieldNouns.has(each.toLowerCase().split(' ').at(-1) ?? ''))
  return (
    /\b(?:fields?|columns?|following|details?|things?|attributes?|properties)$/i.test(name) ||
    named.length * 2 >= values.length
  )
}

/** The values of a closed list: `a, b or c`, `a / b`, `a | b`, `a -> b`; none where it is no such list. */
export const valuesOf = (text: string): readonly string[] => {
  const parts = text
    .replace(/^(?:one of|either|is|are|can be|may be|:)\s+/i, '')
    .split(/\s*(?:,|\/|\||→|->|\bor\b|\band\b|\bthen\b)\s*/i)
    .map((value) =>
      value
        .trim()
        .replace(/^(?:either|is|an?)\s+/i, '')
        .replace(/^["'“”]|["'“”]$/g, ''),
    )
    .filter((value) => value !== '')
  const areValues =
    parts.length > 1 &&
    parts.every((value) => /^[\p{L}\d][\p{L}\d +-]{0,29}$/u.test(value) && value.split(' ').length <= 3)
  return areValues ? [...new Set(parts)] : []
}

const article =
  /^(?:(?:an?|the|each|every|all|any|their|its|his|her|our|my|your|some|this|these|those|exactly|only|also|new|such|other|both)\s+)+/i

/** A noun phrase without articles and possessives before it, and without what is said about it after. */
export const nounOf = (phrase: string): string =>
  phrase
    .replace(/\([^)]*\)/g, ' ')
    .trim()
    .replace(article, '')
    .replace(/\s+(?:that|which|who|whose|when|where|if|so|for|with|from|in|on|at|by|per|as|to)\s+\S.*$/i, '')
    .trim()
