/** One part of a list, with where it begins in the words. */
export interface Item {
  readonly text: string
  readonly start: number
}

const breaks = /^(?:,|;|\+|&|\band also\b|\band\b|\bas well as\b|\bplus\b|\bthen\b)/i

/** The parts of a list: at commas, semicolons, "and", "+", outside brackets and quotation marks. */
export const itemsOf = (text: string, start: number): readonly Item[] => {
  const items: Item[] = []
  let begin = 0
  let depth = 0
  let isQuoted = false
  const close = (end: number) => {
    const raw = text.slice(begin, end)
    const lead = /^[\s,;+&:–—-]*(?:and\s+|plus\s+|also\s+|then\s+)?/i.exec(raw)?.[0].length ?? 0
    const bare = raw.slice(lead).replace(/[\s.,;:!]+$/, '')
    if (/[\p{L}\d]/u.test(bare)) items.push({ text: bare, start: start + begin + lead })
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '"') isQuoted = !isQuoted
    if (sign === '(' || sign === '[') depth++
    if ((sign === ')' || sign === ']') && depth > 0) depth--
    if (depth > 0 || isQuoted) continue
    const isWordStart = at === 0 || /[\s,;)]/.test(text[at - 1] as string)
    const found = isWordStart || /[,;+&]/.test(sign) ? breaks.exec(text.slice(at, at + 12))?.[0] : undefined
    if (found === undefined) continue
    close(at)
    begin = at + found.length
    at = begin - 1
  }
  close(text.length)
  return folded(items)
}

/** `a status: draft, sent, closed`: what follows the colon are values of that one field, up to where a field begins again. */
const folded = (items: readonly Item[]): readonly Item[] => {
  const out: Item[] = []
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Item
    const [, head, first] = /^([^:(]{2,40}):\s+([^:]{1,40})$/.exec(item.text) ?? []
    const values = head === undefined || first === undefined ? [] : [first]
    while (values.length > 0 && isValue(items[at + 1]?.text)) values.push((items[++at] as Item).text)
    const all = values.flatMap((value) => value.split(/\s+or\s+|\s*\/\s*|\s*\|\s*/))
    out.push(all.length > 1 ? { text: `${head} (${all.join(', ')})`, start: item.start } : item)
  }
  return out
}

const isValue = (text: string | undefined): boolean =>
  text !== undefined &&
  text.split(/\s+/).length <= 4 &&
  /^[\p{L}\d][\p{L}\d' -]*$/u.test(text) &&
  !/^(?:an?|the|its|their|one|whether|optional|any)\s/i.test(text)

/** The values of a closed list: `a, b or c`, `a / b`, `a | b`, `a -> b`; none where it is no such list. */
export const valuesOf = (text: string): readonly string[] => {
  const parts = text
    .replace(/^[\s:=]*(?:one of|either|being|is|are|was|can be|may be|namely|i\.e\.|or|of)?\s+(?=\S)/i, '')
    .split(/\s*(?:,|;|\s\/\s|\/|\||→|->|=>|>|\bor\b|\band\b|\bthen\b|\bbut\b)\s*/i)
    .map((value) =>
      value
        .trim()
        .replace(/^(?:either|is|an?|the|being|finally|maybe|lastly)\s+/i, '')
        .replace(/^["'“”]|["'“”.…]+$/g, '')
        .trim(),
    )
    .filter((value) => value !== '' && !/^(?:etc|…|so on|or)$/i.test(value))
  const areValues =
    parts.length > 1 &&
    parts.length <= 24 &&
    parts.every((value) => /^[\p{L}\d][\p{L}\d +.'-]{0,39}$/u.test(value) && value.split(' ').length <= 4)
  return areValues ? [...new Set(parts)] : []
}
