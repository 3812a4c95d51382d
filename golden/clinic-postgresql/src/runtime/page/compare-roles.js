import { send } from './answer.js'
import { h } from './dom.js'

/** The same read as every role and as nobody, side by side: what each is told. `requestAs` makes it for a role. */
export const comparison = async (data, operation, requestAs) => {
  const roles = [...data.roles, { name: 'nobody', token: '' }]
  const rows = await Promise.all(roles.map(async (role) => [role.name, ...(await told(requestAs(role)))]))
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
        rows.map(([name, isAllowed, status, sentence]) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, name),
            h('td', { class: isAllowed ? 'yes' : 'deny' }, `${isAllowed ? '✓' : '✕'} ${status}`),
            h('td', {}, sentence),
          ),
        ),
      ),
    ),
  )
}

const told = async (request) => {
  try {
    const answer = await send(request)
    const body = await answer.json().catch(() => null)
    return [
      answer.ok,
      `${answer.status} ${answer.statusText}`,
      answer.ok ? sizeOf(body) : (body?.why?.sentence ?? body?.detail ?? ''),
    ]
  } catch (error) {
    return [false, 'no answer', error.message]
  }
}

const sizeOf = (body) =>
  Array.isArray(body?.items)
    ? `${body.items.length} rows${body.count ? ` of ${body.count.value}` : ''}`
    : body === null
      ? 'No body'
      : `${Object.values(body).filter((value) => value !== null).length} fields with a value`
