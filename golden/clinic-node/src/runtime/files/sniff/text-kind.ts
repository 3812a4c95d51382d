/** Control characters that text has: tab, line feed, form feed, carriage return, escape. */
const controls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

/** Byte order marks, and how what follows is read. */
const marks = [
  { mark: Buffer.from('efbbbf', 'hex'), encoding: 'utf-8' },
  { mark: Buffer.from('fffe', 'hex'), encoding: 'utf-16le' },
  { mark: Buffer.from('feff', 'hex'), encoding: 'utf-16be' },
]

/**
 * Text, and what a browser would read of it as more than text; null for what is none. Whether text is CSV, JSON or a letter its bytes do not
 * say: it is `text/plain` (`isOfKinds` takes it for each of these). An empty file is text.
 */
export const textKindOf = (bytes: Buffer): string | null => {
  const marked = marks.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark))
  const text = marked ? new TextDecoder(marked.encoding).decode(bytes) : bytes.toString('latin1')
  if (isBinary(text)) return null
  return markupKind(text) ?? 'text/plain'
}

/** Whether there is a byte that no text has (mimesniff.spec.whatwg.org, 3, "binary data byte"). */
const isBinary = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 && !controls.has(code)) return true
  }
  return false
}

const html =
  /^<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|img|form|meta|link|object|embed|base|template|video|audio)(?:[\s/>]|$)/i

/** Markup by its first element, past blanks, the declaration, comments and the document type (mimesniff.spec.whatwg.org, 7.1). */
const markupKind = (text: string): string | null => {
  const begun = text.trimStart()
  if (!begun.startsWith('<')) return null
  const isXml = begun.startsWith('<?xml')
  const typed = pastProlog(begun)
  const root = pastProlog(pastType(typed))
  if (/^<(?:[\w.-]+:)?svg(?:[\s/>]|$)/i.test(root)) return 'image/svg+xml'
  if (html.test(typed) || html.test(root)) return isXml ? 'application/xhtml+xml' : 'text/html'
  if (isXml || /^<[a-z_][\w.-]*(?::[\w.-]+)?[\s/>]/i.test(root)) return 'application/xml'
  // A comment or a declaration that does not end in what is seen: a browser takes what follows for HTML.
  return /^<[!?]/.test(root) ? 'text/html' : null
}

/** Past declarations, instructions and comments that end. */
const pastProlog = (text: string): string => {
  for (let rest = text; ; ) {
    const ending = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null
    const at = ending === null ? -1 : rest.indexOf(ending)
    if (ending === null || at < 0) return rest
    rest = rest.slice(at + ending.length).trimStart()
  }
}

/** Past a document type; one with declarations of its own ends after them. */
const pastType = (text: string): string => {
  if (!/^<!doctype/i.test(text)) return text
  const ending = /^<!doctype[^>[]*\[/i.test(text) ? ']>' : '>'
  const at = text.indexOf(ending)
  return at < 0 ? text : text.slice(at + ending.length).trimStart()
}
