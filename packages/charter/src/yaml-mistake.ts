import { type Document, isCollection, visit, type YAMLError } from 'yaml'

/** What is wrong with a text that is no YAML, in plain words, and where: `offset` in UTF-16 code units. */
export interface YamlMistake {
  readonly offset: number
  readonly what: string
  readonly hint: string
}

/**
 * The first mistake of a document that has one. What comes after it is left out: once a quote, a bracket or an indent is
 * wrong, the parser misreads what follows.
 */
export const yamlMistake = (document: Document.Parsed, text: string): YamlMistake | undefined => {
  const [first] = [...document.errors].sort((a, b) => a.pos[0] - b.pos[0])
  if (!first) return undefined
  const found: Found = { document, text, error: first, ...linesAt(text, first.pos[0]) }
  for (const read of readings) {
    const mistake = read(found)
    if (mistake) return mistake
  }
  return { offset: first.pos[0], what: firstLine(first.message), hint: quotesHint }
}

/** A warning of the parser. */
export const yamlWarning = ({ pos, message, code }: YAMLError): YamlMistake => ({
  offset: pos[0],
  what: code === 'TAG_RESOLVE_FAILED' ? 'a text begins with `!`, which YAML keeps for itself' : firstLine(message),
  hint: quotesHint,
})

interface Found {
  readonly document: Document.Parsed
  readonly text: string
  readonly error: YAMLError
  /** The line of the error, its start, and the lines before and after it, without those that are empty or a comment. */
  readonly line: string
  readonly start: number
  readonly before: string
  readonly after: { readonly line: string; readonly start: number } | undefined
}

type MistakeReader = (found: Found) => YamlMistake | undefined

const quotesHint =
  'Put quotes around a text that has a colon, a bracket, a quote or a sign like `#`, `*`, `&`, `!` or `@` in it.'

const tab: MistakeReader = ({ error, text, line, start }) => {
  const at = /^[ ]*\t/.exec(line)
  if (!at && error.code !== 'TAB_AS_INDENT') return undefined
  const offset = at ? start + at[0].length - 1 : Math.max(0, text.lastIndexOf('\t', error.pos[1]))
  return { offset, what: 'the line is indented with a tab', hint: 'Indent with spaces, two for each level.' }
}

/** Errors at the end of what was opened are told where it begins. */
const quote: MistakeReader = ({ error, document }) => {
  if (!/^Missing closing ["']quote/.test(error.message)) return undefined
  let offset = error.pos[0]
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type?.startsWith('QUOTE_') && range && range[0] < error.pos[1] && range[1] >= error.pos[0]) offset = range[0]
    },
  })
  return {
    offset,
    what: 'the quote that begins here is not closed',
    hint: 'Close it on the same line; an apostrophe within a text stands in double quotes: `"the bank\'s"`.',
  }
}

const bracket: MistakeReader = ({ error, document, text }) => {
  const sign = /must be sufficiently indented and end with a ([}\]])|expected .* end with ([}\]])/.exec(error.message)
  const close = sign?.[1] ?? sign?.[2]
  if (close === undefined) return undefined
  const open = close === '}' ? '{' : '['
  let offset = error.pos[0]
  visit(document, {
    Node: (_, node) => {
      const range = isCollection(node) && node.flow ? node.range : null
      if (range && text[range[0]] === open && range[0] < error.pos[1] && text[range[1] - 1] !== close) offset = range[0]
    },
  })
  return {
    offset,
    what: `the \`${open}\` that begins here is not closed`,
    hint: `Write \`${close}\` at its end.`,
  }
}

/** `id: uuid`, and the next line a step further in, as if it went on with the text. */
const deeper: MistakeReader = ({ error, line, after }) => {
  const isValue = /^BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY/.test(error.code)
  if (!isValue || !after || indentOf(after.line) <= indentOf(line) || !/^\s*[\w-]+:\s+[^\s|>#]/.test(line))
    return undefined
  const [, key = 'it'] = /^\s*([\w-]+)/.exec(after.line) ?? []
  const [, above = 'it'] = /^\s*([\w-]+)/.exec(line) ?? []
  return {
    offset: after.start + indentOf(after.line),
    what: `\`${key}\` is indented further than \`${above}\` above it, which has a value already`,
    hint: `Indent \`${key}\` by as many spaces as \`${above}\`.`,
  }
}

const colon: MistakeReader = ({ error, line, start }) => {
  const [, head = '', key = '', value = ''] = /^(\s*(?:- )?([\w-]+):\s+)(.*\S)\s*$/.exec(line) ?? []
  if (error.code !== 'BLOCK_AS_IMPLICIT_KEY' || !/:(?:\s|$)/.test(value)) return undefined
  return {
    offset: start + head.length,
    what: `the text after \`${key}:\` has a colon in it`,
    hint: `Put quotes around the text: \`${key}: ${JSON.stringify(value)}\`.`,
  }
}

const noColon: MistakeReader = ({ error, line, start }) => {
  const [, word = '', rest = ''] = /^\s*([\w-]+)(?:\s+(.*?))?\s*$/.exec(line) ?? []
  const isKey = /^(?:MULTILINE_IMPLICIT_KEY|MISSING_CHAR|UNEXPECTED_TOKEN)$/.test(error.code)
  if (!isKey || line.includes(':') || word === '') return undefined
  return {
    offset: start + indentOf(line),
    what: `\`${word}\` has no colon after it`,
    hint: `Write \`${word}: ${rest || '…'}\`.`,
  }
}

const unaligned: MistakeReader = ({ error, line, start, before }) => {
  if (error.code !== 'BAD_INDENT' && !/same column|less indented/.test(error.message)) return undefined
  const [, key = ''] = /^\s*(?:- )?([\w-]+)/.exec(line) ?? []
  if (key === '') return undefined
  const [indent, above] = [indentOf(line), indentOf(before)]
  return {
    offset: start + indent,
    what: `\`${key}\` does not line up with the lines around it (it has ${spaces(indent)}, the line above ${spaces(above)})`,
    hint: 'What belongs to one thing has the same number of spaces before it; what is in it, two more.',
  }
}

const backslash: MistakeReader = ({ error }) =>
  error.code === 'BAD_DQ_ESCAPE'
    ? {
        offset: error.pos[0],
        what: `the backslash means something else within double quotes`,
        hint: "Write the text in single quotes: `pattern: '\\d{3}'`.",
      }
    : undefined

const documents: MistakeReader = ({ error }) =>
  error.code === 'MULTIPLE_DOCS'
    ? {
        offset: error.pos[0],
        what: 'a second document begins here, after `---`',
        hint: 'A charter is one document: leave the `---` out.',
      }
    : undefined

/** `*`, `@`, `"a" and b`, `[A-Z]{2}`: what YAML takes for something of its own. */
const sign: MistakeReader = ({ error, line, start }) => {
  const isSign =
    /^(?:BAD_SCALAR_START|BAD_ALIAS|UNEXPECTED_TOKEN|BAD_PROP_ORDER)$/.test(error.code) ||
    /^Unresolved alias|reserved character|at node end/.test(error.message)
  const [, head = '', key = '', value = ''] = /^(\s*(?:- )?([\w-]+):\s+)(.*\S)\s*$/.exec(line) ?? []
  if (!isSign) return undefined
  const isPlain = value !== '' && !value.startsWith('{')
  return {
    offset: isPlain ? start + head.length : error.pos[0],
    what: isPlain
      ? `the text after \`${key}:\` has signs in it that YAML keeps for itself`
      : 'there is a sign that YAML keeps for itself',
    hint: isPlain ? `Put quotes around the whole text: \`${key}: ${quoted(value)}\`.` : quotesHint,
  }
}

const readings: readonly MistakeReader[] = [
  tab,
  quote,
  bracket,
  backslash,
  documents,
  deeper,
  colon,
  noColon,
  unaligned,
  sign,
]

const quoted = (value: string): string =>
  value.includes("'") ? JSON.stringify(value) : /["\\]/.test(value) ? `'${value}'` : `"${value}"`

const spaces = (count: number): string => `${count} ${count === 1 ? 'space' : 'spaces'}`

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0

const firstLine = (message: string): string => (message.split('\n')[0] ?? message).replace(/\.$/, '')

const linesAt = (text: string, offset: number): Pick<Found, 'line' | 'start' | 'before' | 'after'> => {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', start)
  const line = text.slice(start, end < 0 ? undefined : end)
  const isSaying = (each: string) => each.trim() !== '' && !each.trim().startsWith('#')
  const before =
    text
      .slice(0, Math.max(0, start - 1))
      .split('\n')
      .findLast(isSaying) ?? ''
  let next = end < 0 ? text.length : end + 1
  while (next < text.length) {
    const to = text.indexOf('\n', next)
    const following = text.slice(next, to < 0 ? undefined : to)
    if (isSaying(following)) return { line, start, before, after: { line: following, start: next } }
    next = to < 0 ? text.length : to + 1
  }
  return { line, start, before, after: undefined }
}
