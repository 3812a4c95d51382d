import { copyButton, h } from './dom.js'
import { askJson, forgetToken, keepToken } from './session.js'

const command = 'charter ledger reader add YOUR-NAME'

/** A token is asked for, tried, and kept for this tab alone. */
export const signInView = (onSignedIn, sentence = '') => {
  const input = h('input', {
    type: 'password',
    name: 'token',
    placeholder: 'cl_…',
    autocomplete: 'off',
    required: true,
    'aria-describedby': 'sign-in-told',
  })
  const told = h('p', { class: 'small deny', id: 'sign-in-told', role: 'alert' }, sentence)
  const submit = async (event) => {
    event.preventDefault()
    keepToken(input.value.trim())
    input.value = ''
    try {
      const ledger = await askJson('/api/ledger')
      onSignedIn(ledger)
    } catch (error) {
      forgetToken()
      told.textContent = error.message
    }
  }
  return h(
    'section',
    { class: 'sign-in' },
    h(
      'div',
      {},
      h('h1', {}, 'Read the ledger'),
      h(
        'p',
        { class: 'lead' },
        'With a reader token, or an access token of your organisation’s sign-in. What you read is recorded with your name.',
      ),
    ),
    h(
      'form',
      { class: 'group', onsubmit: submit },
      h('label', { class: 'field' }, h('span', {}, 'Token'), input),
      told,
      h('div', { class: 'row' }, h('button', { class: 'main' }, 'Sign in')),
    ),
    h(
      'div',
      { class: 'group quiet small' },
      h(
        'p',
        {},
        'It stays in this tab until you close it, and stands in no address. Who runs the ledger gives you one:',
      ),
      h('div', { class: 'row' }, h('code', {}, command), copyButton(command, 'Copy command')),
    ),
  )
}
