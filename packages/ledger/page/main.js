import { h } from './dom.js'
import { stepRow } from './entry-table.js'
import { entryView } from './entry-view.js'
import { bindKeys, showKeys } from './keys.js'
import { place, placeOf } from './place.js'
import { searchView } from './search-view.js'
import { askJson, forgetToken, isSignedIn } from './session.js'
import { signInView } from './sign-in-view.js'
import { stateView } from './state-view.js'
import { trailView } from './trail-view.js'

const main = document.querySelector('#main')
const top = document.querySelector('#top')
const sections = { trail: 'Record', search: 'Search', state: 'Witnesses' }

let ledger = null
/** Ends what the view before was still asking for. */
let leaving = new AbortController()

addEventListener('hashchange', () => draw())
addEventListener('signed-out', ({ detail }) => signOut(detail))
bindKeys({
  '/': () => focusSearch(),
  '?': showKeys,
  j: () => stepRow(1),
  k: () => stepRow(-1),
  ArrowDown: () => stepRow(1),
  ArrowUp: () => stepRow(-1),
  p: () => document.querySelector('#pause')?.click(),
  go: { r: () => go('trail'), s: () => go('search'), w: () => go('state') },
})
if (isSignedIn())
  askJson('/api/ledger').then(signedIn, (error) => {
    if (isSignedIn())
      main.replaceChildren(h('h1', {}, 'The ledger could not be read'), h('p', { class: 'lead' }, error.message))
  })
else draw()

function signedIn(answer) {
  ledger = answer
  draw()
}

function signOut(sentence = '') {
  forgetToken()
  ledger = null
  draw(sentence)
}

function go(section) {
  location.hash = placeOf(section)
}

function focusSearch() {
  if (place().section === 'search') return document.querySelector('.asking input')?.focus()
  addEventListener('hashchange', () => document.querySelector('.asking input')?.focus(), { once: true })
  go('search')
}

function draw(sentence = '') {
  leaving.abort()
  leaving = new AbortController()
  drawTop()
  const { section, id } = place()
  const views = { search: searchView, state: stateView, entries: (signal) => entryView(id, ledger, signal) }
  const view = ledger === null ? signInView(signedIn, sentence) : (views[section] ?? trailView)(leaving.signal)
  const isOther = main.dataset.place !== undefined && main.dataset.place !== `${section}/${id}`
  main.replaceChildren(view)
  main.dataset.place = `${section}/${id}`
  document.title = ledger === null ? 'Ledger' : `${main.querySelector('h1')?.textContent} · ${ledger.origin}`
  if (ledger === null) main.querySelector('input')?.focus()
  else if (isOther) {
    main.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
}

function drawTop() {
  const { section } = place()
  const link = ([name, label]) =>
    h('a', { href: placeOf(name), 'aria-current': name === section ? 'page' : null }, label)
  const bare = (label, text, onclick) =>
    h('button', { class: 'bare', type: 'button', 'aria-label': label, title: label, onclick }, text)
  top.replaceChildren(
    h('img', { src: '/_ledger/mark.svg', alt: '', width: '24', height: '24' }),
    h('a', { class: 'name', href: placeOf('trail') }, ledger?.origin ?? 'Ledger'),
    ledger === null ? '' : h('nav', { 'aria-label': 'Sections' }, Object.entries(sections).map(link)),
    h('span', { class: 'gap' }),
    ledger === null
      ? ''
      : h('span', { class: 'reader quiet small', title: `Signed in until ${ledger.reader.until}` }, ledger.reader.name),
    ledger === null ? '' : bare('Sign out', 'Sign out', () => signOut()),
    bare('Switch between light and dark', '◐', toggleTheme),
    bare('Keys', '?', showKeys),
  )
}

function toggleTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  localStorage.setItem('theme', next)
  document.documentElement.dataset.theme = next
}
