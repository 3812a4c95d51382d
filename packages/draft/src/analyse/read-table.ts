import { actionsOf } from '../language/actions.ts'
import { type Block, type Cell, withoutNumber } from '../language/blocks.ts'
import { itemsOf } from '../language/items.ts'
import { phraseAt } from '../language/phrases.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'
import { readGrantText } from './read-grants.ts'
import type { Topic } from './read-text.ts'

const thingHeads =
  /^(?:what|entity|entities|table|object|thing|record|resource|concept|item|name of table|data|type|term)$/i
const columnHeads = /\b(?:columns?|fields?|attributes?|details|contents?|properties|what we (?:keep|store)|data)\b/i
const fieldHeads = /^(?:field|column|attribute|property|name|element|data item|field name|column name)$/i
const roleHeads = /^(?:role|who|user|actor|user type|user group)s?$/i
const aboutHeads =
  /\b(?:type|format|description|meaning|notes?|remarks?|comment|required|mandatory|values|example|length|rules?|constraints?)\b/i

/** A table: one thing per row, one field per row, one role per row, or one column per field. */
export const readTable = (block: Block, before: Block | undefined, topic: Topic, facts: Facts) => {
  const [head = [], ...rows] = block.rows
  const first = head[0]?.text ?? ''
  if (areGrants(block.rows)) return readGrantRows(block.rows, facts)
  if (roleHeads.test(first) || (/^\s*$/.test(first) && topic.part === 'access')) return readRights(head, rows, facts)
  const at = head.findIndex(({ text }, column) => column > 0 && columnHeads.test(text))
  if (at > 0 && (thingHeads.test(first) || at === 1)) return readThings(rows, at, facts)
  const entityAt = head.findIndex(({ text }) => /^(?:entity|table|object)$/i.test(text))
  const fieldAt = head.findIndex(({ text }) => fieldHeads.test(text))
  if (fieldAt >= 0 && (entityAt >= 0 || head.some(({ text }) => aboutHeads.test(text))))
    return readFields(rows, fieldAt, entityAt, topic.subject ?? subjectOf(before), facts)
  const subject = subjectOf(before) ?? topic.subject
  if (subject === null) return
  facts.has.push({
    subject,
    items: head.map(quoteOf),
    quote: { text: first, start: head[0]?.start ?? block.start },
    weight: 0.9,
  })
}

const quoteOf = ({ text, start }: Cell): Quote => ({ text, start })

const readThings = (rows: Block['rows'], at: number, facts: Facts) => {
  for (const row of rows) {
    const [thing, columns] = [row[0], row[at]]
    const key = thing && keyOf(thing)
    if (key && columns)
      facts.has.push({ subject: key, items: itemsOf(columns.text, columns.start), quote: quoteOf(columns), weight: 1 })
  }
}

const readFields = (rows: Block['rows'], fieldAt: number, entityAt: number, subject: string | null, facts: Facts) => {
  let current = subject
  for (const row of rows) {
    const named = entityAt >= 0 ? row[entityAt] : undefined
    if (named && named.text !== '') current = keyOf(named) ?? current
    const cell = row[fieldAt]
    if (current === null || !cell || cell.text === '') continue
    const about = row.filter((each) => each !== cell && each !== named && each.text !== '').map(({ text }) => text)
    facts.has.push({
      subject: current,
      items: [{ text: about.length > 0 ? `${cell.text} (${about.join('; ')})` : cell.text, start: cell.start }],
      quote: quoteOf(cell),
      weight: 1,
    })
  }
}

/** `| role | Order | Customer |` with what each may do in the cells, or a sentence per role. */
const readRights = (head: readonly Cell[], rows: Block['rows'], facts: Facts) => {
  for (const row of rows) {
    const role = row[0] && keyOf(row[0])
    if (!role) continue
    facts.roles.push({ key: role, quote: quoteOf(row[0] as Cell), weight: 1 })
    for (const [at, cell] of row.entries()) {
      if (at === 0 || cell.text === '' || /^[-–—]$/.test(cell.text)) continue
      const thing = head[at]?.text ?? ''
      const isSentence =
        head.length === 2 || /\b(?:may|can|rights?|permissions?|access|what|notes?|allowed)\b/i.test(thing)
      readGrantText({ role, text: isSentence ? cell.text : `${cell.text} ${thing}`, start: cell.start, facts })
    }
  }
}

/** Rows of `role, thing, verbs`; a role stands until the next one. */
const areGrants = (rows: Block['rows']): boolean => {
  const full = rows.filter((row) => row.length === 3)
  return (
    full.length > 1 &&
    full.filter(
      (row) =>
        /^(?:everything|all|full)\b/.test(row[2]?.text ?? '') ||
        actionsOf((row[2]?.text ?? '').split(/[,;]/)[0]?.trim() ?? '') !== null,
    ).length >=
      full.length * 0.6
  )
}

const readGrantRows = (rows: Block['rows'], facts: Facts) => {
  let role: string | null = null
  for (const [who, thing, verbs] of rows) {
    if (!who || !thing || !verbs) continue
    if (who.text !== '') role = keyOf(who)
    if (role === null || /^(?:role|who)$/.test(role)) continue
    if (who.text !== '') facts.roles.push({ key: role, quote: quoteOf(who), weight: 1 })
    readGrantText({
      role,
      text: `${verbs.text.replace(/,(?=[^,]*$)/, ' and')} ${thing.text.replace(/_/g, ' ')}`,
      start: thing.start,
      facts,
    })
  }
}

const subjectOf = (before: Block | undefined): string | null => {
  if (!before) return null
  const whole = before.labelEnd > 0 ? before.text.slice(0, before.labelEnd) : before.text
  const text = withoutNumber(whole)
    .replace(/[:.]\s*$/, '')
    .trim()
  const read = phraseAt(tokensOf(text, before.start), 0, false)
  return read && text.split(/\s+/).length <= 6 ? read.value.key : null
}

const keyOf = (cell: Cell): string | null =>
  phraseAt(tokensOf(cell.text.toLowerCase(), cell.start), 0, false)?.value.key ?? null
