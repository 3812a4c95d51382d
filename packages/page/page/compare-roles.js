import { h, prose } from './dom.js'
import { readAnswer } from './read-answer.js'
import { sendCall } from './send-call.js'
import { spell } from './spell.js'

/** The same read as every role and as nobody, side by side: what each is told, in one style. */
export const comparison = async (data, operation, style, values) => {
  const request = spell(style, operation, values)
  const roles = [...data.roles, { name: 'nobody', token: '' }]
  const rows = await Promise.all(
    roles.map(async (role) => {
      const answer = await sendCall(style, request, role)
      return [role.name, answer, readAnswer(data, operation, style, answer)]
    }),
  )
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${operation.summary}, by role` },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Role', 'Answer', 'What it says'].map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map(([name, answer, read]) => line(name, answer, read)),
      ),
    ),
  )
}

const line = (name, answer, { refusal, rows, why, fault, isTrail }) => {
  const isAllowed = fault === undefined && answer.isOk && refusal === null
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, name),
    h('td', { class: isAllowed ? 'yes' : 'deny' }, `${isAllowed ? '✓' : '✕'} ${answer.status ?? 'no answer'}`),
    h(
      'td',
      {},
      fault ??
        (isAllowed
          ? `${rows.length} ${isTrail ? (rows.length === 1 ? 'entry' : 'entries') : rows.length === 1 ? 'row' : 'rows'}`
          : prose(why?.sentence ?? refusal?.detail)),
    ),
  )
}
