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
    const text = item.text.replace(/^\(?[a-z\d]{1,2}\)\s+/, '')
    const before = out.at(-1)
    if (before && aside.test(text) && text.split(/\s+/).length <= 9) {
      out[out.length - 1] = { ...before, text: `${before.text} (${text})` }
      continue
    }
    const [, head, first] = valueStart(text, items[at + 1]?.text) ?? []
    if (head === undefined || first === undefined) {
      out.push({ text, start: item.start + item.text.length - text.length })
      continue
    }
    const values = [first]
    const isOpen = !/:/.test(text)
    while (isValue(items[at + 1]?.text) && !(isOpen && / or /.test(values.at(-1) ?? '')))
      values.push((items[++at] as Item).text)
    const all = values
      .flatMap((value) => value.split(/\s+or\s+|\s*\/\s*|\s*\|\s*/))
      .map((value) => value.replace(/^(?:or|either)\s+/, ''))
    if (head === '' && before && all.length > 1)
      out[out.length - 1] = { ...before, text: `${before.text} (${all.join(', ')})` }
    else out.push({ text: all.length > 1 ? `${head} (${all.join(', ')})` : text, start: item.start })
  }
  return out.flatMap(paired)
}

/** What is said of the field before, not a field of its own: `unique`, `if there is one`, `which may be empty`. */
const aside =
  /^(?:unique|uniq|optional|required|mandatory|nullable|read[- ]only|if|when|where|once|unless|only|may be|can be|could be|must be|might be|which (?:is|are|was|may|can|must|has|have|we|you|they|it|will|should|could)|that|who|null|blank|empty|missing|not all|sometimes|usually|in which|as text|free text|for (?:those|the|which)|without|even|at least \d|at most \d|up to \d|max(?:imum)? \d|from \d|from 1|to \d|e\.g\.|i\.e\.|so|but|because|assigned|no more)\b/i

/** `a status: draft`, `being new construction`, `a risk rating of low` before `medium or high`. */
const valueStart = (text: string, next: string | undefined): readonly (string | undefined)[] | null => {
  const colon = /^([^:(]{2,40}):\s+([^:]{1,40})$/.exec(text)
  if (colon) return colon
  const being = /^(?:being|namely|either|one of|which is one of|which is either)\s+([^()]{1,40})$/i.exec(text)
  if (being) return [text, '', being[1]]
  const of =
    /^(.*\b(?:status|state|rating|level|type|kind|grade|priority|category|urgency|severity|outcome|result|position|role|class|size|mode|stage|phase|frequency|direction)),? (?:of|is|being|one of|either) ([^()]{1,30})$/i.exec(
      text,
    )
  return of && next !== undefined && / or /.test(next) && isValue(next)
    ? of
    : of && / or /.test(of[2] ?? '')
      ? of
      : null
}

/** `min/max temp` and `first and last name` are two each. */
const paired = (item: Item, at: number, all: readonly Item[]): readonly Item[] => {
  const [, a, b, noun] =
    /^(min|max|start|end|from|to|first|last|planned|actual|net|gross|width|height|lat|long)\s?\/\s?(\w+)\b\s*(.*)$/i.exec(
      item.text,
    ) ?? []
  if (a !== undefined && b !== undefined && noun !== undefined)
    return [a, b].map((word) => ({ text: `${word} ${noun}`.trim(), start: item.start }))
  const next = all[at + 1]
  const isHalf =
    /^(?:an? |the )?(?:first|last|given|family|start|end|min|max|minimum|maximum|planned|actual|gross|net|warning|alarm|opening|closing|birth|postal|billing|shipping)$/i.test(
      item.text,
    )
  const head =
    isHalf && !/^(?:an?|the) /i.test(next?.text ?? '')
      ? /^(?:an? |the )?[a-z]+ ((?:[a-z]+ ?){1,2})/i.exec(next?.text ?? '')?.[1]
      : undefined
  return [head === undefined ? item : { ...item, text: `${item.text} ${head.trim()}` }]
}

const isValue = (text: string | undefined): boolean =>
  text !== undefined &&
  text.split(/\s+/).length <= 4 &&
  /^[\p{L}\d][\p{L}\d' -]*$/u.test(text) &&
  !/^(?:an?|the|its|their|one|whether|optional|any|several|number|date|name)\b/i.test(text)

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
    !parts.some((value) => /^(?:whether|if|when|that|which|who|there|it|so)\b/i.test(value)) &&
    parts.every((value) => /^[\p{L}\d][\p{L}\d +.'-]{0,39}$/u.test(value) && value.split(' ').length <= 4)
  return areValues ? [...new Set(parts)] : []
}
