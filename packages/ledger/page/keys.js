import { h } from './dom.js'

const keys = [
  ['/', 'search'],
  ['j k, or ↓ ↑', 'next and previous entry'],
  ['Enter', 'open the entry'],
  ['p', 'pause the record, or follow it'],
  ['g then r s w', 'record, search, witnesses'],
  ['?', 'these keys'],
]

/** Everything by keyboard. `actions` by key, those after `g` in `actions.go`. */
export const bindKeys = (actions) => {
  let isGoing = false
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) {
      if (event.key === 'Escape') event.target.blur()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const wasGoing = isGoing
    isGoing = event.key === 'g'
    const action = wasGoing ? actions.go[event.key] : actions[event.key]
    if (typeof action !== 'function') return
    event.preventDefault()
    action()
  })
}

export const showKeys = () => {
  const dialog = document.querySelector('#keys')
  dialog.replaceChildren(
    h('h2', { id: 'keys-title' }, 'Keys'),
    h(
      'dl',
      {},
      keys.flatMap(([key, meaning]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, meaning)]),
    ),
    h('form', { method: 'dialog', class: 'row' }, h('button', {}, 'Close')),
  )
  dialog.showModal()
}
