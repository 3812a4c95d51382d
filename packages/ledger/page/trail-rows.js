import { copyButton, h } from './dom.js'
import { emptyRow, entryRow } from './entry-table.js'
import { isOwn } from './said.js'

const keptMax = 300

/**
 * The rows of a trail, newest first. While they are held, what comes is counted, and shown when asked for.
 * @param {HTMLElement} body
 * @param {{ isOwnShown: boolean, onWaiting: (count: number) => void }} options
 */
export const trailRows = (body, { isOwnShown, onWaiting }) => {
  const trail = { entries: [], waiting: [], isHeld: false, isOwnShown }
  const isShown = ({ record }) => trail.isOwnShown || !isOwn(record)

  const draw = (fresh) => {
    const shown = trail.entries.filter(isShown)
    body.replaceChildren(...(shown.length > 0 ? shown.map((entry) => entryRow(entry, fresh.has(entry))) : [empty()]))
    onWaiting(trail.waiting.filter(isShown).length)
  }
  const show = (entries, fresh) => {
    const focused = document.activeElement?.closest?.('tr')?.dataset.index
    trail.entries = [...entries, ...trail.entries].slice(0, keptMax)
    draw(fresh)
    if (focused !== undefined) body.querySelector(`[data-index="${focused}"] a`)?.focus({ preventScroll: true })
  }
  const showWaiting = () => {
    const { waiting } = trail
    trail.waiting = []
    show(waiting, new Set(waiting))
  }
  return {
    /** What there was before. */
    begin: (entries) => show(entries, new Set()),
    add: (entries) => {
      if (!trail.isHeld) return show(entries, new Set(entries))
      trail.waiting = [...entries, ...trail.waiting].slice(0, keptMax)
      onWaiting(trail.waiting.filter(isShown).length)
    },
    hold: (isHeld) => {
      trail.isHeld = isHeld
      if (!isHeld) showWaiting()
    },
    showWaiting,
    showOwn: (isIt) => {
      trail.isOwnShown = isIt
      draw(new Set())
    },
  }
}

const command = 'charter ledger replica add clinic-1 clinic-1.pub.pem'

const empty = () =>
  emptyRow(
    'No call is on record yet. A service sends its calls once it is registered here, and is told of this ledger by LEDGER_URL: ',
    h('code', {}, command),
    ' ',
    copyButton(command, 'Copy command'),
  )
