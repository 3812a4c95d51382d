import { accessView } from './access.js'
import { charterView } from './charter-view.js'
import { h } from './dom.js'
import { listen } from './gone.js'
import { bindKeys, showKeys } from './keys.js'
import { enter, opened } from './opened.js'
import { operationView } from './operations.js'
import { overview } from './overview.js'
import { referenceView } from './reference.js'
import { drawSide, step } from './side.js'
import { linkTo, readState } from './state.js'
import { trailView } from './trail.js'

const main = document.querySelector('#main')
const side = document.querySelector('#side')
const top = document.querySelector('#top')

enter()
const data = await load('/_charter/page.json')
const seen = {}
let contract = null
const nobody = { name: 'nobody', token: '' }

drawTop()
void draw()
listen()
addEventListener('hashchange', () => {
  void draw()
  document.body.classList.remove('menu')
})
bindKeys({
  '/': () => {
    document.body.classList.add('menu')
    document.querySelector('#search').focus()
  },
  '?': showKeys,
  a: () => document.querySelector('#as').focus(),
  j: () => step(side, 1),
  k: () => step(side, -1),
  go: Object.fromEntries(
    Object.entries({ o: 'overview', c: 'charter', a: 'access', t: 'trail', r: 'reference' }).map(([key, section]) => [
      key,
      () => {
        location.hash = linkTo(section)
      },
    ]),
  ),
})

async function load(url) {
  const answer = await fetch(url, { headers: opened() }).catch(() => null)
  if (answer === null) {
    main.replaceChildren(
      h('h1', {}, 'The service does not answer'),
      h('p', { class: 'lead' }, 'Start it again in the terminal it was started in, then load this page anew.'),
    )
    throw new Error(`${url} was not answered`)
  }
  if (answer.ok) return answer.json()
  if (answer.status === 401) {
    // What is said to whoever comes without the address is a page of its own.
    location.replace('/?secret=')
    return new Promise(() => {})
  }
  main.replaceChildren(
    h('h1', {}, 'The charter could not be loaded'),
    h('p', { class: 'lead' }, `${url} answered ${answer.status}. Is the service in development mode?`),
  )
  throw new Error(`${url} answered ${answer.status}`)
}

function roleNow() {
  const wanted = readState().params.get('as')
  return wanted === 'nobody' ? nobody : (data.roles.find(({ name }) => name === wanted) ?? data.roles[0] ?? nobody)
}

function drawTop() {
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search',
    'aria-label': 'Search operations and fields',
    'aria-keyshortcuts': '/',
    oninput: () => drawSide(side, data, roleNow()),
  })
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    side.querySelector('.found a')?.click()
    search.blur()
  })
  const as = h(
    'select',
    { id: 'as', 'aria-label': 'Who asks', onchange: () => changeRole(as.value) },
    [...data.roles, nobody].map(({ name }) => h('option', { value: name }, name)),
  )
  top.replaceChildren(
    h(
      'button',
      {
        class: 'bare menu',
        type: 'button',
        'aria-label': 'Menu',
        onclick: () => document.body.classList.toggle('menu'),
      },
      '☰',
    ),
    h('img', { src: '/_charter/mark.svg', alt: '', width: '24', height: '24' }),
    h('a', { class: 'name', href: '#/' }, data.title),
    h('span', { class: 'version' }, data.version),
    h('span', { class: 'gap' }),
    h('label', { class: 'search' }, search, h('kbd', { 'aria-hidden': 'true' }, '/')),
    h('label', { class: 'as' }, h('span', {}, 'as'), as),
    h(
      'button',
      { class: 'bare', type: 'button', onclick: toggleTheme, 'aria-label': 'Switch between light and dark' },
      '◐',
    ),
    h('button', { class: 'bare', type: 'button', onclick: showKeys, 'aria-label': 'Keys' }, '?'),
  )
}

function changeRole(name) {
  const { section, id, params } = readState()
  location.hash = linkTo(section === 'overview' && !id ? 'overview' : section, id, {
    ...Object.fromEntries(params),
    as: name,
  })
}

async function draw() {
  const { section, id } = readState()
  const role = roleNow()
  document.querySelector('#as').value = role.name
  drawSide(side, data, role)
  if (section === 'reference') contract ??= await load('/openapi.json')
  const views = {
    overview: () => overview(data),
    charter: () => charterView(data),
    access: () => accessView(data),
    trail: () => trailView(),
    reference: () => referenceView(contract),
    operations: () => operationView(data, id, role, seen),
  }
  const place = `${section} ${id}`
  main.replaceChildren(Object.hasOwn(views, section) && isThere(section, id) ? views[section]() : nothingHere())
  document.title = `${main.querySelector('h1')?.textContent} · ${data.title}`
  // Another place starts at its top; the same place as another role stays where it was.
  if (main.dataset.place !== undefined && main.dataset.place !== place) {
    main.focus({ preventScroll: true })
    if (!document.querySelector('.wanted') && !(section === 'overview' && id)) scrollTo(0, 0)
  }
  main.dataset.place = place
}

/** Of the views only operations and entities have something below them. */
function isThere(section, id) {
  if (id === '' || section === 'operations') return true
  return section === 'overview' && data.entities.some(({ name }) => name === id)
}

function nothingHere() {
  return h(
    'section',
    {},
    h('h1', {}, 'Nothing is at this address'),
    h(
      'p',
      { class: 'lead' },
      'This page has no ',
      h('code', {}, location.hash),
      '. It may be of an earlier version of this API.',
    ),
    h('p', {}, h('a', { href: linkTo('overview') }, 'Go to the overview')),
  )
}

function toggleTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  localStorage.setItem('theme', next)
  document.documentElement.dataset.theme = next
}
