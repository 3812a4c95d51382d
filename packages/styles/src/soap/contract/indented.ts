import type { Xml } from '../transport/write-xml.ts'

/** Markup with an element a line, for people. Text stays on the line of its element. */
export const indented = (markup: Xml): Xml => {
  const lines: string[] = []
  let depth = 0
  for (const piece of markup.match(/<[^>]+>[^<]*/g) ?? []) {
    const tag = piece.slice(0, piece.indexOf('>') + 1)
    const text = piece.slice(tag.length).trim() === '' ? '' : piece.slice(tag.length)
    if (tag.startsWith('</')) {
      depth--
      const last = lines.at(-1) ?? ''
      const opening = `<${tag.slice(2, -1)}`
      const isLeaf = last.trimStart().startsWith(opening) && !last.includes('</') && !last.endsWith('/>')
      if (isLeaf) lines[lines.length - 1] = last + tag
      else lines.push(`${'  '.repeat(depth)}${tag}`)
    } else {
      lines.push(`${'  '.repeat(depth)}${tag}${text}`)
      if (!tag.endsWith('/>')) depth++
    }
  }
  return lines.join('\n')
}
