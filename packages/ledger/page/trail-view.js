import { h } from './dom.js'
import { emptyRow, entryRow, entryTable } from './entry-table.js'
import { followTrail } from './event-source.js'
import { place, replacePlace } from './place.js'
import { isOwn } from './said.js'
import { askJson } from './session.js'

const keptMax = 300

/** Entries as they are published, newest first. Paused, it counts what came meanwhile. */
export const trailView = (signal) => {
  const trail = { entries: [], waiting: [], isPaused: false, isOwnShown: place().params.get('own') !== 'no' }
  const body = h('tbody', {})
  const live = h('span', { class: 'live', role: 'status' }, 'Connecting')
  const pause = h('button', { type: 'button', id: 'pause', 'aria-keyshortcuts': 'p', onclick: () => toggle() }, 'Pause')
  const fresh = h('button', { type: 'button', class: 'main', hidden: true, onclick: () => showWaiting() }, '')
  const own = h('input', { type: 'checkbox', onchange: () => leaveOwn() })
  own.checked = trail.isOwnShown

  const draw = (freshCount) => {
    const shown = trail.entries
      .map((entry, at) => [entry, at < freshCount])
      .filter(([{ record }]) => trail.isOwnShown || !isOwn(record))
    body.replaceChildren(
      ...(shown.length > 0 ? shown.map(([entry, isFresh]) => entryRow(entry, isFresh)) : [emptyTrail()]),
    )
  }
  const tellWaiting = () => {
    const count = trail.waiting.filter(({ record }) => trail.isOwnShown || !isOwn(record)).length
    fresh.hidden = count === 0
    fresh.textContent = `Show ${count} new`
  }
  const add = (entries, freshCount) => {
    const focused = document.activeElement?.closest?.('tr')?.dataset.index
    trail.entries = [...entries, ...trail.entries].slice(0, keptMax)
    draw(freshCount)
    if (focused !== undefined) body.querySelector(`[data-index="${focused}"] a`)?.focus({ preventScroll: true })
  }
  const showWaiting = () => {
    const waiting = trail.waiting
    trail.waiting = []
    tellWaiting()
    add(waiting, waiting.length)
  }
  const toggle = () => {
    trail.isPaused = !trail.isPaused
    pause.textContent = trail.isPaused ? 'Follow' : 'Pause'
    live.textContent = trail.isPaused ? 'Paused' : 'Live'
    live.classList.toggle('paused', trail.isPaused)
    if (!trail.isPaused) showWaiting()
  }
  const leaveOwn = () => {
    trail.isOwnShown = own.checked
    replacePlace(own.checked ? {} : { own: 'no' })
    tellWaiting()
    draw(0)
  }
  // Entries of one publication come one by one: they are drawn together.
  let coming = []
  const onEntry = (entry) => {
    if (coming.length === 0) requestAnimationFrame(() => drawComing())
    coming.unshift(entry)
  }
  const drawComing = () => {
    const entries = coming
    coming = []
    if (trail.isPaused) {
      trail.waiting = [...entries, ...trail.waiting].slice(0, keptMax)
      tellWaiting()
    } else add(entries, entries.length)
  }
  const onState = (isLive, sentence) => {
    if (trail.isPaused) return
    live.textContent = isLive ? 'Live' : 'Connecting again'
    live.title = sentence ?? ''
    live.classList.toggle('paused', !isLive)
  }
  const follow = async () => {
    const { entries } = await askJson('/api/entries?order=newest&limit=50', { signal })
    add(entries, 0)
    await followTrail({ after: entries[0]?.index ?? -1, onEntry, onState, signal })
  }
  follow().catch((error) => {
    if (!signal.aborted) body.replaceChildren(emptyRow(error.message))
  })
  draw(0)
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

const emptyTrail = () =>
  emptyRow(
    'Nothing is shown yet. Entries come within a second of being recorded: read something, and that reading is one.',
  )
