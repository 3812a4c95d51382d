import { h, timeOf } from './dom.js'
import { heard } from './gone.js'
import { opened } from './opened.js'
import { readState, replaceParam } from './state.js'

const everyMs = 1000
const keptMax = 300

/** Every call as it is recorded, newest first. Stops asking while the page is hidden or the reader has paused it. */
export const trailView = () => {
  const body = h('tbody', {}, emptyRow())
  const live = h('span', { class: 'live', role: 'status' }, 'Live')
  const following = { isPaused: false, words: readState().params.get('words') ?? '', entries: [] }
  const pause = h('button', { type: 'button', onclick: () => toggle(following, pause, live) }, 'Pause the record')
  const filter = h('input', {
    'aria-label': 'Filter the record',
    placeholder: 'Filter by who, what, outcome',
    value: following.words,
    oninput: () => {
      following.words = filter.value
      replaceParam('words', filter.value)
      draw(body, following, 0)
    },
  })
  const section = h(
    'section',
    {},
    h(
      'div',
      {},
      h('div', { class: 'row' }, h('h1', {}, 'The record'), live),
      h(
        'p',
        { class: 'lead' },
        'Who did what to which row, when, and how it ended. Values are never written here. A write’s entry commits with its rows.',
      ),
    ),
    h('div', { class: 'row' }, filter, pause),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Audit trail' },
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
    ),
  )
  follow(section, body, following)
  return section
}

const heads = ['When', 'Who', 'What', 'Row', 'Outcome', 'Rule']

const emptyRow = (words = '') =>
  h(
    'tr',
    {},
    h(
      'td',
      { colspan: String(heads.length), class: 'quiet' },
      words === ''
        ? 'No call has been made yet. Pick an operation on the left and send it: it shows up here within a second.'
        : `No entry matches "${words}".`,
    ),
  )

const toggle = (following, pause, live) => {
  following.isPaused = !following.isPaused
  pause.textContent = following.isPaused ? 'Follow the record' : 'Pause the record'
  live.textContent = following.isPaused ? 'Paused' : 'Live'
  live.classList.toggle('paused', following.isPaused)
}

const follow = (section, body, following) => {
  let isFirst = true
  const step = async () => {
    if (!section.isConnected && !isFirst) return
    if (!document.hidden && !following.isPaused) {
      const fresh = await newer(following.entries[0]?.position ?? 0)
      if (fresh.length > 0) {
        // What was pending is settled by an entry that names it; what is told twice is one entry.
        const told = new Set(fresh.map(({ id }) => id))
        const settled = new Set(fresh.flatMap(({ intent }) => (intent ? [intent] : [])))
        following.entries = [
          ...fresh,
          ...following.entries.filter(({ id }) => !settled.has(id) && !told.has(id)),
        ].slice(0, keptMax)
        draw(body, following, isFirst ? 0 : fresh.length)
      }
      isFirst = false
    }
    setTimeout(step, everyMs)
  }
  void step()
}

const newer = async (after) => {
  try {
    const answer = await fetch(`/_charter/trail?after=${after}`, { headers: opened() })
    heard(true)
    return answer.ok ? (await answer.json()).entries : []
  } catch {
    heard(false)
    return []
  }
}

/** The newest `freshCount` entries are marked, so that the eye finds what has just happened. */
const draw = (body, { entries, words }, freshCount) => {
  const wanted = words.toLowerCase()
  const shown = entries
    .map((entry, at) => ({ entry, isFresh: at < freshCount }))
    .filter(({ entry }) => wordsOf(entry).includes(wanted))
  body.replaceChildren(
    ...(shown.length === 0 ? [emptyRow(words)] : shown.map(({ entry, isFresh }) => line(entry, isFresh))),
  )
}

const wordsOf = ({ principal, roles, operation, key, outcome, rule, fields }) =>
  [principal, ...roles, operation, key, outcome, rule, ...fields].join(' ').toLowerCase()

const line = ({ at, principal, roles, operation, key, outcome, fields, rows, rule, mode, origin }, isFresh) =>
  h(
    'tr',
    { class: isFresh ? 'fresh' : null },
    h('td', {}, timeOf(at)),
    h('td', {}, principal ?? 'nobody', roles.length > 0 ? h('div', { class: 'quiet small' }, roles.join(', ')) : null),
    h(
      'td',
      {},
      h('code', {}, operation),
      fields.length > 0 ? h('div', { class: 'quiet small' }, fields.join(', ')) : null,
    ),
    h(
      'td',
      {},
      key ? h('code', { title: key }, shortKey(key)) : rows === null ? '' : `${rows} ${rows === 1 ? 'row' : 'rows'}`,
    ),
    h(
      'td',
      { title: `Request ${origin.requestId}` },
      h('span', { class: classOf(outcome) }, outcomeText(outcome)),
      h('div', { class: 'quiet small' }, mode),
    ),
    h('td', {}, rule ? h('code', {}, rule) : h('span', { class: 'quiet' }, 'none')),
  )

const classOf = (outcome) => (outcome === 'ok' ? 'yes' : outcome === 'pending' ? 'quiet' : 'deny')

const outcomeText = (outcome) => (outcome === 'ok' ? '✓ ok' : outcome === 'pending' ? '… in progress' : `✕ ${outcome}`)

const shortKey = (key) => {
  const values = Object.values(JSON.parse(key)).map(String)
  return values.map((value) => (value.length > 13 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value)).join(', ')
}
