import { h, timeOf } from './dom.js'

const everyMs = 1000
const shownMax = 100

/** Every call as it is recorded, newest first. Stops asking while the page is hidden. */
export const trailView = () => {
  const body = h(
    'tbody',
    {},
    h(
      'tr',
      {},
      h('td', { colspan: '5', class: 'quiet' }, 'No call has been made yet. Try an operation, or ask with curl.'),
    ),
  )
  const section = h(
    'section',
    {},
    h(
      'div',
      {},
      h('h1', {}, 'The record'),
      h(
        'p',
        { class: 'lead' },
        'Who did what to which row, when, and how it ended. Values are never written here. A write’s entry commits with its rows.',
      ),
    ),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Audit trail' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['When', 'Who', 'What', 'Row', 'Outcome'].map((head) => h('th', { scope: 'col' }, head)),
          ),
        ),
        body,
      ),
    ),
  )
  follow(section, body)
  return section
}

const follow = (section, body) => {
  let after = 0
  let isFirst = true
  const step = async () => {
    if (!section.isConnected && !isFirst) return
    if (!document.hidden) {
      const entries = await newer(after)
      if (entries.length > 0) {
        if (after === 0) body.replaceChildren()
        body.prepend(...entries.map((entry) => line(entry, after > 0)))
        while (body.children.length > shownMax) body.lastChild.remove()
        after = entries[0].position
      }
      isFirst = false
    }
    setTimeout(step, everyMs)
  }
  void step()
}

const newer = async (after) => {
  try {
    const answer = await fetch(`/_charter/trail?after=${after}`)
    return answer.ok ? (await answer.json()).entries : []
  } catch {
    return []
  }
}

const line = ({ at, principal, roles, operation, key, outcome, fields, rows, mode }, isFresh) =>
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
    h('td', {}, key ? h('code', {}, shortKey(key)) : rows === null ? '' : `${rows} rows`),
    h(
      'td',
      {},
      h('span', { class: outcome === 'ok' ? 'yes' : 'deny' }, outcome === 'ok' ? '✓ ok' : `✕ ${outcome}`),
      h('div', { class: 'quiet small' }, mode),
    ),
  )

const shortKey = (key) => {
  const values = Object.values(JSON.parse(key)).map(String)
  return values.map((value) => (value.length > 13 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value)).join(', ')
}
