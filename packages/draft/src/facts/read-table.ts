import { actionsOf } from '../language/actions.ts'
import { type Block, type Cell, withoutNumber } from '../language/blocks.ts'
import { itemsOf } from '../language/items.ts'
import { phraseAt, phrasesIn } from '../language/phrases.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'
import { readGrantText } from './read-grants.ts'
import type { Topic } from './topic.ts'

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
  if (topic.part === 'excluded') return excludeRows(rows, facts)
  if (areGrants(block.rows)) return readGrantRows(block.rows, facts)
  if (areLetters(head, rows)) return readLetters(head, rows, facts)
  if (roleHeads.test(first) || (/^\s*$/.test(first) && topic.part === 'access')) return readRights(head, rows, facts)
  const at = head.findIndex(({ text }, column) => column > 0 && columnHeads.test(text))
  if (at > 0 && (thingHeads.test(first) || at === 1)) return readThings(head, rows, at, facts)
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

/** What stands first in a row under "left out". */
const excludeRows = (rows: Block['rows'], facts: Facts) => {
  for (const [cell] of rows) {
    const key = cell && keyOf(cell)
    if (cell && key) facts.excluded.set(key, quoteOf(cell))
  }
}

const letters = /^(?:[CRUDLX]{1,5}|x|✓|✔|yes|[-–—]|)(?:\s*\+\s*.*)?$/

/** Most cells are letters like CRUD. */
const areLetters = (head: readonly Cell[], rows: Block['rows']): boolean => {
  const cells = rows.flatMap((row) => row.slice(1)).map(({ text }) => text)
  return (
    head.length > 2 &&
    cells.length > 1 &&
    cells.filter((text) => letters.test(text)).length > cells.length * 0.7 &&
    cells.some((text) => /^[CRUDL]{1,5}\b/.test(text))
  )
}

/** Roles above and things at the side, or the other way round. */
const readLetters = (head: readonly Cell[], rows: Block['rows'], facts: Facts) => {
  const described = new Set(facts.has.map(({ subject }) => subject))
  const sides = rows.flatMap(([cell]) => (cell ? [keyOf(cell)] : []))
  const isTurned = sides.filter((key) => key !== null && described.has(key)).length > sides.length / 3
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      const [side, top] = [row[0], head[at]]
      if (at === 0 || !side || !top || /^[-–—]?$/.test(cell.text)) continue
      const role = keyOf(isTurned ? top : side)
      if (role === null) continue
      facts.roles.push({ key: role, quote: quoteOf(isTurned ? top : side), weight: 1 })
      readGrantText({ role, text: lettered(cell.text, (isTurned ? side : top).text), start: cell.start, facts })
    }
}

/** `CRUD + seal, postpone` on a sitting. */
const lettered = (text: string, thing: string): string => {
  const [, marks = '', more = ''] = /^([A-Za-z✓✔]+)\s*\+?\s*(.*)$/.exec(text) ?? []
  const verbs = /^[CRUDL]+$/.test(marks)
    ? [...marks].map((mark) => ({ C: 'create', R: 'see', U: 'update', D: 'delete', L: 'list' })[mark] ?? '')
    : ['manage']
  const extra = itemsOf(more, 0).map((item) => item.text)
  return [...verbs, ...extra].map((verb) => `${verb} ${thing}`).join('; ')
}

const quoteOf = ({ text, start }: Cell): Quote => ({ text, start })

const readThings = (head: readonly Cell[], rows: Block['rows'], at: number, facts: Facts) => {
  const tied = head.findIndex(({ text }) => tieHeads.test(text))
  for (const row of rows) {
    const [thing, columns] = [row[0], row[at]]
    const key = thing && keyOf(thing)
    if (key && columns)
      facts.has.push({ subject: key, items: itemsOf(columns.text, columns.start), quote: quoteOf(columns), weight: 1 })
    if (key) facts.defined.push(key)
    if (key && tied > 0 && row[tied]) readTies(key, row[tied], facts)
  }
}

const tieHeads = /\b(?:connected|relations?|references?|refers|linked|links?|belongs|parents?|related|ties|part of)\b/i

/** `one Paper; one or more Halls`. */
const readTies = (from: string, cell: Cell, facts: Facts) => {
  for (const phrase of phrasesIn(tokensOf(cell.text.toLowerCase(), cell.start)))
    facts.links.push({
      from,
      to: phrase.key,
      quantity:
        phrase.quantity === 'many' || phrase.isPlural ? 'many' : phrase.quantity === 'optional' ? 'optional' : 'one',
      isLoose: true,
      isOwned: /\b(?:under|only|part)\b/i.test(cell.text),
      quote: quoteOf(cell),
      weight: 0.9,
    })
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
      items: [{ text: described(cell.text, about), start: cell.start }],
      quote: quoteOf(cell),
      weight: 1,
    })
  }
}

/** `status (received, stored)` of a type `enum(received, stored)`; `code (varchar 20; unique)`. */
const described = (name: string, about: readonly string[]): string => {
  const values = about.map((text) => /^enum\b[\s:(]*([^()]+)\)?$/i.exec(text)?.[1]).find((text) => text !== undefined)
  if (values !== undefined) return `${name} (${values.trim()})`
  return about.length > 0 ? `${name} (${about.join('; ').replace(/[()]/g, ' ')})` : name
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
  const named = /^\s*(?:table|entity|sheet|file|tab|object)\s*:\s*(.+)$/i.exec(before.text)?.[1]
  const whole = named ?? (before.labelEnd > 0 ? before.text.slice(0, before.labelEnd) : before.text)
  const text = withoutNumber(whole)
    .replace(/[:.]\s*$/, '')
    .trim()
  const read = phraseAt(tokensOf(text, before.start), 0, false)
  return read && text.split(/\s+/).length <= 6 ? read.value.key : null
}

const keyOf = (cell: Cell): string | null =>
  phraseAt(tokensOf(cell.text.toLowerCase(), cell.start), 0, false)?.value.key ?? null
