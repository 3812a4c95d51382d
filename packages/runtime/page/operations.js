import { copyButton, h } from './dom.js'
import { highlightJson, pretty } from './highlight.js'
import { readState } from './state.js'

/** One operation, to try as a role. */
export const operationView = (data, id, role, seen) => {
  const operation = data.operations.find((each) => keyOf(each) === id || each.id === id)
  if (!operation)
    return h(
      'section',
      {},
      h('h1', {}, 'No such operation'),
      h('p', { class: 'quiet' }, `This service has no "${id}".`),
    )
  const verdict = data.access[role.name]?.[operation.id] ?? 'no'
  const form = tryForm(operation, role, seen)
  return h(
    'section',
    {},
    h('div', {}, h('p', { class: 'quiet small' }, operation.id), h('h1', {}, operation.summary)),
    h('p', { class: 'small' }, verdictText(role.name, verdict)),
    form,
  )
}

/** Tells apart routes that are the same operation, such as a list and a list below its parent. */
export const keyOf = ({ id, method, path }) => `${id} ${method} ${path}`

const verdictText = (role, verdict) =>
  verdict === 'yes'
    ? h('span', {}, h('span', { class: 'yes' }, '✓ '), `${role} may do this on every row.`)
    : verdict === 'no'
      ? h(
          'span',
          {},
          h('span', { class: 'deny' }, '✕ '),
          `No rule allows ${role} to do this. Try it to see how it is refused.`,
        )
      : h('span', {}, h('span', { class: 'yes' }, '✓ '), `${role} may do this where `, h('code', {}, verdict), '.')

const tryForm = (operation, role, seen) => {
  const { params } = readState()
  const inputs = Object.fromEntries(
    operation.keyFields.map((field) => [
      field,
      h('input', {
        'aria-label': field,
        placeholder: field,
        value: params.get(field) ?? seen[`${operation.entity}.${field}`] ?? '',
      }),
    ]),
  )
  const query = h('input', {
    'aria-label': 'Query',
    placeholder: 'limit=5&sort=…',
    value: params.get('query') ?? operation.queryExample,
  })
  const body = operation.bodyExample
    ? h('textarea', {
        'aria-label': 'Body',
        spellcheck: 'false',
        value: JSON.stringify(operation.bodyExample, null, 2),
      })
    : null
  const answer = h(
    'div',
    { class: 'answer', 'aria-live': 'polite' },
    h(
      'p',
      { class: 'quiet small' },
      'Press ',
      h('kbd', {}, '⌘ Enter'),
      ' or ',
      h('kbd', {}, 'Ctrl Enter'),
      ' to send it.',
    ),
  )
  const isGet = operation.method === 'GET'
  const address = () => {
    const path = operation.path.replaceAll(/:([\w$]+)/g, (_, field) => encodeURIComponent(inputs[field]?.value ?? ''))
    return isGet && query.value ? `${path}?${query.value}` : path
  }
  const send = async (event) => {
    event?.preventDefault()
    answer.replaceChildren(h('p', { class: 'quiet small' }, 'Asking …'))
    answer.replaceChildren(...(await ask(operation, role, address(), body?.value, seen)))
  }
  const curl = () =>
    `curl ${isGet ? '' : `-X ${operation.method} `}-H 'Authorization: Bearer ${role.token}' ${body ? `-H 'Content-Type: application/json' -d '${body.value.replaceAll("'", "'\\''")}' ` : ''}'${location.origin}${address()}'`
  return h(
    'form',
    { class: 'try', id: 'try', onsubmit: send },
    h(
      'div',
      { class: 'address' },
      h('span', { class: 'verb' }, operation.method),
      ...pathParts(operation.path, inputs),
      isGet ? h('span', { class: 'quiet' }, '?') : null,
      isGet ? query : null,
      h('span', { class: 'gap' }),
      copyButton(curl, 'Copy curl'),
      h('button', { class: 'main', type: 'submit' }, `Send as ${role.name}`),
    ),
    body ? h('label', { class: 'field' }, h('span', {}, 'Body, an example that is valid'), body) : null,
    answer,
  )
}

const pathParts = (path, inputs) =>
  path
    .split(/(:[\w$]+)/)
    .map((part) =>
      part.startsWith(':') && inputs[part.slice(1)] ? inputs[part.slice(1)] : h('span', { class: 'fixed' }, part),
    )

const ask = async (operation, role, address, body, seen) => {
  const started = performance.now()
  try {
    const answer = await fetch(address, {
      method: operation.method,
      headers: {
        ...(role.token ? { authorization: `Bearer ${role.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    remember(operation, text, seen)
    return shown(answer, text, Math.round(performance.now() - started))
  } catch (error) {
    return [h('p', { class: 'deny' }, `The service could not be reached: ${error.message}. Is it still running?`)]
  }
}

/** Keys that answers have shown are offered to the operations that ask for one. */
const remember = (operation, text, seen) => {
  try {
    const value = JSON.parse(text)
    const row = Array.isArray(value?.items) ? value.items[0] : value
    const owner = operation.id.split('.')[0]
    for (const [field, found] of Object.entries(row ?? {}))
      if (typeof found !== 'object') seen[`${owner}.${field}`] = String(found)
  } catch {
    // No JSON: nothing to remember.
  }
}

const shownHeaders = [
  'etag',
  'link',
  'location',
  'allow',
  'retry-after',
  'www-authenticate',
  'idempotency-replayed',
  'x-request-id',
]

const shown = (answer, text, milliseconds) => {
  const headers = shownHeaders.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)]] : []))
  return [
    h(
      'div',
      { class: 'status' },
      h('strong', { class: answer.ok ? 'yes' : 'deny' }, `${answer.status} ${answer.statusText}`),
      h('span', { class: 'quiet small' }, `${milliseconds} ms`),
      text ? copyButton(pretty(text)) : null,
    ),
    decided(text),
    text
      ? h('pre', { class: 'sheet', tabindex: '0', 'aria-label': 'Answer' }, highlightJson(pretty(text)))
      : h('p', { class: 'quiet small' }, 'The answer has no body.'),
    headers.length > 0
      ? h(
          'table',
          {},
          h(
            'tbody',
            {},
            headers.map(([name, value]) =>
              h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, h('code', {}, value))),
            ),
          ),
        )
      : null,
  ].filter(Boolean)
}

/** Why it was refused: the deciding rule, or the nearest that would allow it, with its line in the charter. */
const decided = (text) => {
  try {
    const { why } = JSON.parse(text)
    if (!why) return null
    return h(
      'div',
      { class: 'decided' },
      h('span', {}, why.sentence),
      why.rule ? h('code', {}, why.rule.text) : null,
      why.rule ? h('span', { class: 'quiet small' }, `${why.rule.file}, line ${why.rule.line}`) : null,
    )
  } catch {
    return null
  }
}
