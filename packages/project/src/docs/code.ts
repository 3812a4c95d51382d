import { parseExact } from '@charter/runtime'
import { escaped, type Html, html, raw } from './html.ts'

/** A block of code that can be reached and scrolled by keyboard, with its parts told apart. */
export const codeBlock = (label: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${raw(highlighted(readable(text)))}</code></pre>`

/** JSON and XML as people read them; other text as it is. */
export const readable = (text: string): string => {
  const trimmed = text.trim()
  if (trimmed.startsWith('<')) return indentedXml(trimmed)
  try {
    return JSON.stringify(parseExact(trimmed), null, 2)
  } catch {
    // GraphQL, or lines of JSON.
    return trimmed
  }
}

const indentedXml = (text: string): string => {
  let depth = 0
  return text
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth--
      const shown = '  '.repeat(Math.max(depth, 0)) + line
      if (/^<[^/?!]/.test(line) && !/\/>$/.test(line) && !/<\/[^>]+>$/.test(line)) depth++
      return shown
    })
    .join('\n')
}

const token =
  /("(?:\\.|[^"\\\n])*")(\s*:)?|(<\/?[\w:.-]+|\/?>)|\b(true|false|null)\b|(?<![\w-])-?\d+(?:\.\d+)?(?![\w-])/g

const highlighted = (text: string): string => {
  let at = 0
  let out = ''
  for (const found of text.matchAll(token)) {
    const [whole, string, colon, tag] = found
    out += escaped(text.slice(at, found.index))
    if (string !== undefined) out += `<span class="${colon ? 'k' : 's'}">${escaped(string)}</span>${colon ?? ''}`
    else out += `<span class="${tag === undefined ? 'n' : 'k'}">${escaped(whole)}</span>`
    at = found.index + whole.length
  }
  return out + escaped(text.slice(at))
}
