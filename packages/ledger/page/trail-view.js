import { h } from './dom.js'
import { emptyRow, entryTable } from './entry-table.js'
import { followTrail } from './event-source.js'
import { place, replacePlace } from './place.js'
import { askJson } from './session.js'
import { trailRows } from './trail-rows.js'

/** Entries as they are published, newest first. */
export const trailView = (signal) => {
  const body = h('tbody', {})
  const fresh = h('button', { type: 'button', class: 'main', hidden: true, onclick: () => rows.showWaiting() })
  const own = h('input', { type: 'checkbox', onchange: () => showOwn() })
  own.checked = place().params.get('own') !== 'no'
  const rows = trailRows(body, {
    isOwnShown: own.checked,
    onWaiting: (count) => {
      fresh.hidden = count === 0
      fresh.textContent = `Show ${count} new`
    },
  })
  const showOwn = () => {
    replacePlace(own.checked ? {} : { own: 'no' })
    rows.showOwn(own.checked)
  }
  const { live, pause, onState } = pauseControl(rows)
  follow(rows, onState, signal).catch((error) => {
    if (!signal.aborted) body.replaceChildren(emptyRow(error.message))
  })
  return h(
    'section',
    {},
    h(
      'div',
      {},
      h('div', { class: 'row' }, h('h1', {}, 'The record'), live),
      h('p', { class: 'lead' }, 'Who did what, as it is signed. Newest first; open an entry to check it yourself.'),
    ),
    h(
      'div',
      { class: 'row' },
      pause,
      fresh,
      h('label', { class: 'check' }, own, 'With what the ledger records of itself'),
    ),
    entryTable('Entries, newest first', body),
  )
}

/** Says whether entries come, and holds them back when asked to. */
const pauseControl = (rows) => {
  let isHeld = false
  const live = h('span', { class: 'live', role: 'status' }, 'Connecting')
  const pause = h('button', { type: 'button', id: 'pause', 'aria-keyshortcuts': 'p', onclick: () => toggle() }, 'Pause')
  const toggle = () => {
    isHeld = !isHeld
    pause.textContent = isHeld ? 'Follow' : 'Pause'
    live.textContent = isHeld ? 'Paused' : 'Live'
    live.classList.toggle('paused', isHeld)
    rows.hold(isHeld)
  }
  const onState = (isLive, sentence = '') => {
    if (isHeld) return
    live.textContent = isLive ? 'Live' : 'Connecting again'
    live.title = sentence
    live.classList.toggle('paused', !isLive)
  }
  return { live, pause, onState }
}

const follow = async (rows, onState, signal) => {
  const { entries } = await askJson('/api/entries?order=newest&limit=50', { signal })
  rows.begin(entries)
  await followTrail({ after: entries[0]?.index ?? -1, onEntry: together(rows.add), onState, signal })
}

/** Entries of one publication come one by one: they are shown together, newest first. */
const together = (show) => {
  let coming = []
  return (entry) => {
    coming.unshift(entry)
    if (coming.length > 1) return
    // Not with the next frame: a page that is hidden has none, and what comes would pile up.
    setTimeout(() => {
      const entries = coming
      coming = []
      show(entries)
    }, drawMs)
  }
}

const drawMs = 50
