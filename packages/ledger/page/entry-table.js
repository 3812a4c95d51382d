import { h, timeOf } from './dom.js'
import { placeOf } from './place.js'
import { detailOf, keyOf, outcomeOf, said, whatOf, whoOf } from './said.js'

const heads = ['Entry', 'When', 'Who', 'What', 'Row', 'Outcome', 'From']

/** Entries as rows of a table; `body` is where they stand. */
export const entryTable = (label, body) =>
  h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label },
    h(
      'table',
      { class: 'trail' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      body,
    ),
  )

export const entryRow = ({ index, record }, isFresh = false) => {
  const { entry, receivedAt, replica } = record
  const at = typeof entry.at === 'string' && !Number.isNaN(Date.parse(entry.at)) ? entry.at : receivedAt
  const roles = Array.isArray(entry.roles) && entry.roles.length > 0 ? said(entry.roles.join(', '), 60) : null
  return h(
    'tr',
    { class: isFresh ? 'fresh' : null, 'data-index': index },
    h('td', { class: 'number' }, h('a', { href: placeOf('entries', index) }, String(index))),
    h('td', { class: 'when' }, timeOf(at)),
    h('td', { class: 'who' }, whoOf(record), small(roles)),
    h('td', { class: 'what' }, whatOf(record), small(detailOf(record))),
    h('td', { class: 'key-of' }, entry.entity ? h('span', {}, said(entry.entity, 40), ' ') : null, keyOf(record)),
    h('td', { class: 'outcome' }, outcomeOf(record)),
    h('td', { class: 'from' }, said(entry.origin?.address, 45), small(said(replica, 40))),
  )
}

const small = (content) => (content ? h('div', { class: 'quiet small' }, content) : null)

export const emptyRow = (...content) =>
  h('tr', {}, h('td', { colspan: String(heads.length), class: 'quiet' }, ...content))

/** To the next or the previous entry: Enter then opens it, as on any link. */
export const stepRow = (by) => {
  const links = [...document.querySelectorAll('.trail td.number a')]
  const at = links.indexOf(document.activeElement)
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
