import { h } from './dom.js'

const keys = [
  ['/', 'search operations and fields'],
  ['j k', 'next and previous operation'],
  ['Enter', 'run the operation in all styles; in a request that you edit, Ctrl Enter'],
  ['1 … 9', 'run it in one style'],
  ['a', 'change who asks'],
  ['g then o c a t r', 'overview, charter, access, record, reference'],
  ['?', 'these keys'],
]

/** Everything by keyboard. `actions` by name. */
export const bindKeys = (actions) => {
  let isGoing = false
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      return void document.querySelector('#try')?.requestSubmit()
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) {
      if (event.key === 'Escape') event.target.blur()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Enter on a link or a button is theirs; anywhere else it sends.
    if (event.key === 'Enter' && !event.target.closest?.('a, button, summary, dialog'))
      return void document.querySelector('#try')?.requestSubmit()
    if (/^[1-9]$/.test(event.key)) return void document.querySelector(`[data-run="${event.key}"]`)?.click()
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
