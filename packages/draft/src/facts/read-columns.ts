import { singularNoun } from '@charter/charter'
import type { Block } from '../language/blocks.ts'
import { itemsOf } from '../language/items.ts'
import { wordsOf } from '../read/names.ts'
import type { Facts } from './facts.ts'
import type { Topic } from './topic.ts'

/** `presses.csv`, then `press_no;maker;…`: a file's name, its columns, perhaps rows of it. */
export const readColumns = (block: Block, before: Block | undefined, topic: Topic, facts: Facts): void => {
  let name = nameIn(before?.text ?? '') ?? topic.subject
  let isHeaderRead = false
  for (const [cell] of block.rows) {
    if (!cell) continue
    const line = cell.text.trim()
    if (line === '') {
      isHeaderRead = false
      continue
    }
    const [, file, inline] =
      /^(?:--|#|\/\/)?\s*\[?([A-Za-z][\w .-]*?)\]?(?:\.(?:csv|txt|xlsx?|tsv))?\s*(?::\s*(.*)|\(.*\))?$/.exec(line) ?? []
    if (file !== undefined && inline !== undefined && /[;,]/.test(inline) && /[ (]/.test(inline)) {
      const at = cell.start + cell.text.indexOf(inline)
      facts.has.push({
        subject: keyOf(file),
        items: itemsOf(inline, at),
        quote: { text: inline, start: at },
        weight: 1,
      })
      continue
    }
    const columns = columnsOf(inline ?? line)
    if (file !== undefined && (columns.length < 2 || (inline !== undefined && inline !== ''))) {
      name = keyOf(file)
      isHeaderRead = false
      if (columns.length < 2 || inline === undefined) continue
    }
    if (isHeaderRead || columns.length < 2) continue
    if (!columns.every((column) => /^[A-Za-z][\w ./%()-]*$/.test(column))) continue
    isHeaderRead = true
    if (name === null) continue
    push(name, inline ?? line, cell.start + cell.text.indexOf(inline ?? line), facts)
    topic.subject = name
  }
}

const push = (name: string, header: string, start: number, facts: Facts): void => {
  const items: { text: string; start: number }[] = []
  let at = 0
  for (const part of header.split(/[;,\t|]/)) {
    const text = part.trim().replace(/^["']|["']$/g, '')
    if (text !== '') items.push({ text: wordsOf(text.replace(/\(.*\)/, '')).join(' '), start: start + at })
    at += part.length + 1
  }
  facts.has.push({ subject: name, items, quote: { text: header, start }, weight: 1 })
}

const columnsOf = (line: string): readonly string[] =>
  line
    .split(/[;,\t|]/)
    .map((part) => part.trim().replace(/^["']|["']$/g, ''))
    .filter((part) => part !== '')

const nameIn = (text: string): string | null => {
  const file =
    /\b([A-Za-z][\w-]*)\.(?:csv|txt|xlsx?|tsv)\b/.exec(text)?.[1] ??
    /\b(?:table|sheet|file|tab)\s+"?([A-Za-z][\w-]*)"?/i.exec(text)?.[1]
  return file === undefined ? null : keyOf(file)
}

const keyOf = (name: string): string => {
  const words = [...wordsOf(name)].filter((word) => !/^(?:csv|table|export|tbl|list|sheet)$/.test(word))
  return [...words.slice(0, -1), singularNoun(words.at(-1) ?? '')].join(' ')
}
