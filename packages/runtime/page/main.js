import { accessView } from './access.js'
import { charterView } from './charter-view.js'
import { h } from './dom.js'
import { bindKeys, showKeys } from './keys.js'
import { keyOf, operationView } from './operations.js'
import { overview } from './overview.js'
import { referenceView } from './reference.js'
import { linkTo, readState, replaceParam } from './state.js'
import { trailView } from './trail.js'

const main = document.querySelector('#main')
const side = document.querySelector('#side')
const top = document.querySelector('#top')

applyTheme(localStorage.getItem('theme'))

const data = await load('/_charter/page.json')
const seen = {}
let contract = null
document.title = `${data.title} · Charter`

drawTop()
void draw()
addEventListener('hashchange', () => {
  void draw()
  main.focus({ preventScroll: true })
  scrollTo(0, 0)
})
bindKeys({
  '/': () => document.querySelector('#search').focus(),
  '?': showKeys,
  a: () => document.querySelector('#as').focus(),
  j: () => step(1),
  k: () => step(-1),
  go: Object.fromEntries(
    Object.entries({ o: 'overview', c: 'charter', a: 'access', t: 'trail', r: 'reference' }).map(([key, section]) => [
      key,
      () => (location.hash = linkTo(section)),
    ]),
  ),
})

async function load(url) {
  const answer = await fetch(url)
  if (!answer.ok) {
    main.replaceChildren(
      h('h1', {}, 'The charter could not be loaded'),
      h('p', { class: 'quiet' }, `${url} answered ${answer.status}. Is the service in development mode?`),
    )
    throw new Error(`${url} answered ${answer.status}`)
  }
  return answer.json()
}

function roleNow() {
  const wanted = readState().params.get('as')
  return data.roles.find(({ name }) => name === wanted) ?? data.roles[0] ?? { name: 'nobody', token: '' }
}

function drawTop() {
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search operations',
    'aria-label': 'Search operations',
    oninput: drawSide,
  })
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') side.querySelector('a[data-operation]')?.click()
  })
  const as = h(
    'select',
    {
      id: 'as',
      onchange: () => {
        replaceParam('as', as.value)
        void draw()
      },
    },
    [...data.roles.map(({ name }) => h('option', { value: name }, name)), h('option', { value: 'nobody' }, 'nobody')],
  )
  as.value = readState().params.get('as') ?? data.roles[0]?.name ?? 'nobody'
  top.replaceChildren(
    h('img', { src: '/_charter/mark.svg', alt: '' }),
    h('a', { class: 'name', href: '#/' }, data.title),
    h('span', { class: 'version' }, data.version),
    h('span', { class: 'gap' }),
    h('label', { class: 'search' }, search),
    h('label', {}, 'as', as),
    h(
      'button',
      { class: 'bare', type: 'button', onclick: toggleTheme, 'aria-label': 'Switch between light and dark' },
      '◐',
    ),
    h('button', { class: 'bare', type: 'button', onclick: showKeys, 'aria-label': 'Keys' }, '?'),
  )
}

async function draw() {
  const { section, id, params } = readState()
  const role = params.get('as') === 'nobody' ? { name: 'nobody', token: '' } : roleNow()
  drawSide()
  if (section === 'reference') contract ??= await load('/openapi.json')
  const views = {
    overview: () => overview(data),
    charter: () => charterView(data),
    access: () => accessView(data),
    trail: () => trailView(),
    reference: () => referenceView(contract),
    operations: () => operationView(data, id, role, seen),
  }
  main.replaceChildren((views[section] ?? views.overview)())
}

function drawSide() {
  const { section, id } = readState()
  const role = roleNow()
  const wanted = (document.querySelector('#search')?.value ?? '').toLowerCase()
  const found = data.operations.filter(({ id: name, method, path, summary }) =>
    `${name} ${method} ${path} ${summary}`.toLowerCase().includes(wanted),
  )
  const groups = Map.groupBy(found, ({ id: name, entity }) => entity ?? (name === 'batch' ? 'Service' : 'Operations'))
  side.replaceChildren(
    ...[
      ['overview', 'Overview'],
      ['charter', 'Charter'],
      ['access', 'Access'],
      ['trail', 'Record'],
      ['reference', 'API reference'],
    ].map(([name, label]) => h('a', { href: linkTo(name), 'aria-current': section === name ? 'page' : null }, label)),
    ...[...groups].flatMap(([group, operations]) => [
      h('h3', {}, group),
      ...operations.map((operation) =>
        operationLink(operation, role, section === 'operations' && keyOf(operation) === id),
      ),
    ]),
    found.length === 0 ? h('p', { class: 'quiet' }, 'No operation matches.') : '',
  )
}

function operationLink(operation, role, isCurrent) {
  const isDenied = (data.access[role.name]?.[operation.id] ?? 'no') === 'no' && operation.id !== 'batch'
  return h(
    'a',
    {
      href: linkTo('operations', keyOf(operation)),
      'data-operation': keyOf(operation),
      'aria-current': isCurrent ? 'page' : null,
      class: isDenied ? 'denied' : null,
      title: `${operation.method} ${operation.path}`,
    },
    h('span', { class: 'verb' }, operation.method === 'DELETE' ? 'DEL' : operation.method),
    h('span', { class: 'path' }, shortPath(operation.path)),
    isDenied ? h('span', { class: 'sign' }, 'denied') : null,
  )
}

function shortPath(path) {
  const base = data.operations.every((operation) => operation.path.startsWith('/api/v1/'))
    ? '/api/v1'
    : data.operations.every((operation) => operation.path.startsWith('/api/'))
      ? '/api'
      : ''
  return path.slice(base.length)
}

function step(by) {
  const links = [...side.querySelectorAll('a[data-operation]')]
  const at = links.findIndex((link) => link.getAttribute('aria-current') === 'page')
  links[Math.min(Math.max(at + by, 0), links.length - 1)]?.click()
}

function applyTheme(chosen) {
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

function toggleTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  localStorage.setItem('theme', next)
  applyTheme(next)
}
