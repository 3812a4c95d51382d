import { h } from './dom.js'
import { keyOf, verdictOf } from './operations.js'
import { linkTo, readState } from './state.js'

const sections = [
  ['overview', 'Overview'],
  ['charter', 'Charter'],
  ['access', 'Access'],
  ['trail', 'Record'],
  ['reference', 'API reference'],
]

/** Sections and operations; while there are words in the search, what they find. */
export const drawSide = (side, data, role) => {
  const { section, id } = readState()
  const words = document.querySelector('#search').value.trim().toLowerCase()
  const found = data.operations.filter((operation) => matches(operation, words))
  const groups = Map.groupBy(found, ({ id: name, entity }) => entity ?? (name === 'batch' ? 'Service' : 'Operations'))
  side.replaceChildren(
    ...(words ? [] : sections.map(([name, label]) => sectionLink(name, label, section))),
    words || !data.graphiql ? '' : h('a', { href: askingAs(data.graphiql, role) }, 'GraphiQL'),
    h(
      'div',
      { class: words ? 'found' : '' },
      [...groups].flatMap(([group, operations]) => [
        h('h2', {}, group),
        ...operations.map((operation) =>
          operationLink(data, operation, role, section === 'operations' && keyOf(operation) === id),
        ),
      ]),
      words ? fieldLinks(data, words) : null,
    ),
    words && found.length === 0 && !side.querySelector('.found a')
      ? h('p', { class: 'quiet' }, `Nothing here is called "${words}".`)
      : '',
  )
  keepInView(side)
}

const keepInView = (side) => {
  const current = side.querySelector('a[data-operation][aria-current]')
  if (!current) return
  const { top, bottom } = current.getBoundingClientRect()
  const frame = side.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) side.scrollTop += top - frame.top - frame.height / 2
}

const matches = ({ id, method, path, summary }, words) =>
  `${id} ${method} ${path} ${summary}`.toLowerCase().includes(words)

/** A page of its own, which goes on as whoever asks here. */
export const askingAs = (graphiql, { name }) => `${graphiql}?as=${encodeURIComponent(name)}`

const sectionLink = (name, label, section) =>
  h('a', { href: linkTo(name), 'aria-current': section === name ? 'page' : null }, label)

const fieldLinks = (data, words) => {
  const found = data.entities
    .flatMap(({ name, fields }) => fields.map((field) => ({ entity: name, name: field.name })))
    .filter(({ entity, name }) => `${entity}.${name}`.toLowerCase().includes(words))
    .slice(0, 20)
  if (found.length === 0) return null
  return [
    h('h2', {}, 'Fields'),
    ...found.map(({ entity, name }) => h('a', { href: linkTo('overview', entity) }, `${entity}.${name}`)),
  ]
}

const operationLink = (data, operation, role, isCurrent) => {
  const isDenied = role.name === 'nobody' || verdictOf(data, operation, role.name) === 'no'
  return h(
    'a',
    {
      href: linkTo('operations', keyOf(operation)),
      'data-operation': keyOf(operation),
      'aria-current': isCurrent ? 'page' : null,
      class: isDenied ? 'denied' : null,
      title: `${operation.summary} · ${operation.method} ${operation.path}${isDenied ? ` · denied to ${role.name}` : ''}`,
    },
    h('span', { class: 'verb' }, operation.method === 'DELETE' ? 'DEL' : operation.method),
    h('span', { class: 'path' }, operation.path.slice(baseOf(data).length)),
    isDenied ? h('span', { class: 'sign', role: 'img', 'aria-label': 'denied' }, '—') : null,
  )
}

/** The steps that every path begins with. */
const baseOf = ({ operations }) => {
  const first = operations[0]?.path.split('/') ?? []
  const shared = first.findIndex((step, at) => !operations.every(({ path }) => path.split('/')[at] === step))
  return first.slice(0, Math.max(shared, 0)).join('/')
}

/** To the next or the previous operation. */
export const step = (side, by) => {
  const links = [...side.querySelectorAll('a[data-operation]')]
  // The address is ahead of what is drawn when keys come fast.
  const { section, id } = readState()
  const at = section === 'operations' ? links.findIndex((link) => link.dataset.operation === id) : -1
  const next = links[Math.min(Math.max(at + by, 0), links.length - 1)]
  if (next) location.hash = next.getAttribute('href')
}
