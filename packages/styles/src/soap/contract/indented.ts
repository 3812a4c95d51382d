import type { Xml } from '../transport/write-xml.ts'

const lineMax = 180

/** An element whose end is still to come: what stands in it, each as it will be printed. */
interface Open {
  readonly tag: string
  readonly text: string
  readonly inside: string[]
}

/** Markup for people: an element that fits into a line is on one, any other has a line for each that it holds. Text stays with its element. */
export const indented = (markup: Xml): Xml => {
  const open: Open[] = [{ tag: '', text: '', inside: [] }]
  const put = (text: string): void => void open.at(-1)?.inside.push(text)
  for (const piece of markup.match(/<[^>]+>[^<]*/g) ?? []) {
    const tag = piece.slice(0, piece.indexOf('>') + 1)
    const text = piece.slice(tag.length).trim() === '' ? '' : piece.slice(tag.length)
    if (tag.startsWith('</')) {
      const closed = open.pop()
      if (closed) put(written(closed, tag, open.length - 1))
    } else if (tag.endsWith('/>') || tag.startsWith('<?')) put(tag + text)
    else open.push({ tag, text, inside: [] })
  }
  return (open[0]?.inside ?? []).join('\n')
}

const written = ({ tag, text, inside }: Open, end: string, depth: number): string => {
  const line = tag + text + inside.join('') + end
  if (inside.length === 0 || (!line.includes('\n') && depth * 2 + line.length <= lineMax)) return line
  const indent = '  '.repeat(depth)
  return `${[tag + text, ...inside.map((each) => `${indent}  ${each}`)].join('\n')}\n${indent}${end}`
}
