import { h } from './dom.js'

const commitment = /^sha256-commitment:([\w-]{43})$/

/** A value of an entry as text: never markup, its direction its own. A commitment is shown as what it is. */
export const said = (value, max = 120) => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const [, digest] = commitment.exec(text) ?? []
  if (digest !== undefined)
    return h(
      'span',
      { class: 'sealed', title: `${text}: personal, erased or sealed. Its value is not in the ledger.` },
      `personal ${digest.slice(0, 6)}…`,
    )
  return h('bdi', { title: text.length > max ? text : null }, text.length > max ? `${text.slice(0, max)}…` : text)
}

export const isOwn = ({ replica }) => replica === 'ledger' || replica.startsWith('ledger/')

/** What the ledger records of itself: in words, and what stands below them, smaller. */
const ownEvents = {
  opened: () => ['Ledger opened'],
  continued: () => ['Writing went on'],
  segment: () => ['Segment begun'],
  alarm: ({ kind, sentence }) => [alarming(`Alarm: ${shown(kind)}`), sentence],
  refused: ({ attempts }) => [alarming(`Sign-ins refused: ${shown(attempts)}`)],
  read: ({ what = 'entries', query }) => [`Read: ${shown(what)}`, askedFor(query)],
  settings: ({ change }) => ['Settings changed', change],
  remark: ({ remark }) => ['Remark', remark],
  hold: ({ hold }) => ['Hold placed', hold?.reason],
  release: ({ reason }) => ['Hold released', reason],
  erased: ({ commitment: of }) => ['Value erased', of],
  retired: ({ rule }) => ['Entries retired', rule],
  witnessed: ({ origin }) => ['Witnessed', origin],
}

const alarming = (text) => h('span', { class: 'warn' }, `! ${text}`)

const shown = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60)

const askedFor = (query) =>
  Object.entries(query ?? {})
    .map(([name, value]) => `${name} ${commitment.test(value) ? 'personal' : value}`)
    .join(', ')

const told = ({ entry, ...record }) => {
  const event = isOwn(record) && Object.hasOwn(ownEvents, entry.event) ? ownEvents[entry.event](entry) : null
  if (event) return event
  const fields = Array.isArray(entry.fields) ? entry.fields.join(', ') : ''
  return [h('code', {}, said(entry.operation ?? entry.event ?? 'entry', 60)), fields]
}

/** What happened. */
export const whatOf = (record) => told(record)[0]

/** What is to be said of it besides: fields that were shown, what was asked for, what an alarm says; null for nothing. */
export const detailOf = (record) => {
  const [, detail] = told(record)
  return detail === undefined || detail === null || detail === '' ? null : said(detail, 160)
}

export const whoOf = ({ entry, ...record }) => {
  if (entry.principal !== null && entry.principal !== undefined) return said(entry.principal, 60)
  return h('span', { class: 'quiet' }, isOwn(record) ? 'the ledger' : 'nobody')
}

export const outcomeOf = ({ entry }) => {
  const { outcome } = entry
  if (outcome === null || outcome === undefined) return ''
  if (outcome === 'ok') return h('span', { class: 'yes' }, '✓ ok')
  if (outcome === 'pending') return h('span', { class: 'quiet' }, '… in progress')
  return h('span', { class: 'deny' }, '✕ ', said(outcome, 40))
}

/** The row meant: a key's values without their names, long ones cut in the middle. */
export const keyOf = ({ entry }) => {
  const { key, id, rows } = entry
  if (typeof key === 'string' && commitment.test(key)) return said(key)
  if (key === null || key === undefined)
    return typeof rows === 'number' ? `${rows} ${rows === 1 ? 'row' : 'rows'}` : said(id, 60)
  return h('code', { title: String(key) }, h('bdi', {}, shortKey(key)))
}

const shortKey = (key) => {
  const short = (value) => (value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-4)}` : value)
  try {
    return Object.values(JSON.parse(key)).map(String).map(short).join(', ')
  } catch {
    return short(String(key))
  }
}
