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

/** What happened, in words where it concerns the ledger itself. */
export const whatOf = ({ entry, ...record }) => {
  if (!isOwn(record)) return h('code', {}, said(entry.operation ?? entry.event ?? 'entry', 60))
  const { event } = entry
  if (event === 'opened') return 'Ledger opened'
  if (event === 'continued') return 'Writing went on'
  if (event === 'segment') return 'Segment begun'
  if (event === 'alarm') return h('span', { class: 'warn' }, '! Alarm: ', said(entry.kind, 40))
  if (event === 'refused') return h('span', { class: 'warn' }, `! Sign-ins refused: ${Number(entry.attempts)}`)
  if (event === 'read') return h('span', {}, 'Read: ', said(entry.what ?? 'entries', 40))
  return h('span', {}, said(event, 60))
}

/** What stands below it, smaller: fields that were shown, what was asked for, what an alarm says. */
export const detailOf = ({ entry, ...record }) => {
  if (!isOwn(record))
    return Array.isArray(entry.fields) && entry.fields.length > 0 ? said(entry.fields.join(', ')) : null
  if (entry.event === 'alarm') return said(entry.sentence, 160)
  if (entry.event !== 'read') return null
  const asked = Object.entries(entry.query ?? {}).map(([name, value]) => `${name} ${value}`)
  return asked.length > 0 ? said(asked.join(', ')) : null
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
