import { h } from './dom.js'
import { pin, pinnedText, unpin } from './pinned-key.js'

/** Whose word a signature is: a place for the key that the reader was given elsewhere. */
export const keyForm = ({ isPinned, isOther, onChange }) => {
  const input = h('input', {
    name: 'key',
    placeholder: 'clinic.example/ledger+1a2b3c4d+AbC…',
    'aria-describedby': 'key-told',
    autocomplete: 'off',
    spellcheck: 'false',
    value: pinnedText() ?? '',
  })
  const told = h(
    'p',
    { class: 'small', id: 'key-told' },
    isOther
      ? h(
          'span',
          { class: 'deny' },
          '✕ This ledger names another key than the one you pinned. Ask who gave it to you before you believe either.',
        )
      : isPinned
        ? h('span', { class: 'yes' }, '✓ Signatures are checked with the key that you brought.')
        : h(
            'span',
            { class: 'quiet' },
            'Ask who runs the ledger for it on another way than this page: a key that came from here is the ledger’s own word.',
          ),
  )
  const submit = async (event) => {
    event.preventDefault()
    const refused = await pin(input.value)
    if (refused === null) await onChange()
    else told.replaceChildren(h('span', { class: 'deny' }, refused))
  }
  const forget = async () => {
    unpin()
    await onChange()
  }
  return h(
    'form',
    { class: 'group key-form', onsubmit: submit },
    h('label', { class: 'field' }, h('span', {}, 'The ledger’s key, as it was given to you'), input),
    told,
    h(
      'div',
      { class: 'row' },
      h('button', {}, 'Pin this key'),
      isPinned ? h('button', { type: 'button', class: 'bare', onclick: forget }, 'Forget it') : null,
    ),
  )
}
