import { answerParts } from './answer.js'
import { comparison } from './compare-roles.js'
import { copyButton, h } from './dom.js'
import { pickRow } from './pick-row.js'
import { linkTo, readState, replaceParam } from './state.js'

/** Tells apart routes that are the same operation, such as a list and a list below its parent. */
export const keyOf = ({ id, method, path }) => `${id} ${method} ${path}`

/** One operation, to try as a role. `seen` keeps the keys that answers have shown, by `Entity.field`. */
export const operationView = (data, id, role, seen) => {
  const operation = data.operations.find((each) => keyOf(each) === id || each.id === id)
  if (!operation)
    return h(
      'section',
      {},
      h('h1', {}, 'No such operation'),
      h('p', { class: 'lead' }, `This service has no "${id}". Search for another with `, h('kbd', {}, '/'), '.'),
    )
  return h(
    'section',
    {},
    h('div', {}, h('p', { class: 'quiet small' }, operation.id), h('h1', {}, operation.summary)),
    roleChoice(data, operation, role),
    tryForm(data, operation, role, seen),
  )
}

/** Every role with what the charter says of it here: one press changes who asks. */
const roleChoice = (data, operation, role) =>
  h(
    'nav',
    { class: 'roles', 'aria-label': 'Try it as' },
    [...data.roles, { name: 'nobody' }].map(({ name }) =>
      h(
        'a',
        {
          href: linkTo('operations', keyOf(operation), { ...inputsNow(), as: name }),
          'aria-current': name === role.name ? 'true' : null,
        },
        h('span', { class: 'name' }, name),
        verdictText(name === 'nobody' ? 'no' : verdictOf(data, operation, name)),
      ),
    ),
  )

const inputsNow = () => Object.fromEntries([...readState().params].filter(([name]) => name !== 'as'))

export const verdictOf = (data, operation, role) =>
  operation.id === 'batch' ? 'as its calls' : (data.access[role]?.[operation.id] ?? 'no')

const verdictText = (verdict) =>
  verdict === 'yes'
    ? h('span', { class: 'yes' }, '✓ every row')
    : verdict === 'no'
      ? h('span', { class: 'no' }, '— denied')
      : verdict === 'as its calls'
        ? h('span', { class: 'no' }, verdict)
        : h('span', {}, h('span', { class: 'yes' }, '✓ where '), h('code', {}, verdict))

const tryForm = (data, operation, role, seen) => {
  const fields = requestFields(operation, seen)
  const answer = h('div', { class: 'answer', 'aria-live': 'polite' }, hint(fields.body ? 'Ctrl Enter' : 'Enter'))
  const request = () => requestOf(operation, role, fields)
  const send = async (event) => {
    event?.preventDefault()
    answer.classList.add('waiting')
    answer.replaceChildren(...(await answerParts(operation, request(), seen)))
    answer.classList.remove('waiting')
  }
  const compare = async () => {
    answer.replaceChildren(await comparison(data, operation, (name) => requestOf(operation, name, fields)))
  }
  return h(
    'form',
    { class: 'try', id: 'try', onsubmit: send },
    addressRow(data, operation, fields),
    fields.body
      ? h('label', { class: 'field' }, h('span', {}, 'Body: an example that the contract takes'), fields.body)
      : null,
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'main', type: 'submit' }, `Send as ${role.name}`),
      operation.method === 'GET' ? h('button', { type: 'button', onclick: compare }, 'Compare roles') : null,
      copyButton(() => curlOf(request()), 'Copy curl'),
    ),
    answer,
  )
}

const hint = (keys) => h('p', { class: 'quiet small' }, 'Press ', h('kbd', {}, keys), ' to send it.')

/** What a person fills in; each keeps its value in the address. */
const requestFields = (operation, seen) => {
  const { params } = readState()
  const kept = (name, initial) => ({ value: params.get(name) ?? initial, oninput: keep(name) })
  const keys = Object.fromEntries(
    operation.keyFields.map((field) => {
      const known = seen[`${operation.entity}.${field}`] ?? ''
      return [field, h('input', { 'aria-label': field, placeholder: field, required: true, ...kept(field, known) })]
    }),
  )
  const query = h('input', {
    'aria-label': 'Query',
    placeholder: 'limit=5&sort=…',
    spellcheck: 'false',
    ...kept('query', operation.queryExample),
  })
  const example = operation.bodyExample && JSON.stringify(operation.bodyExample, null, 2)
  const body = example
    ? h('textarea', {
        'aria-label': 'Body',
        spellcheck: 'false',
        rows: String(Math.min(example.split('\n').length, 18)),
        ...kept('body', example),
      })
    : null
  return { keys, query, body }
}

const keep = (name) => (event) => replaceParam(name, event.target.value)

const addressRow = (data, operation, { keys, query }) =>
  h(
    'div',
    { class: 'address' },
    h('span', { class: 'verb' }, operation.method),
    operation.path
      .split(/(:[\w$]+)/)
      .filter(Boolean)
      .map((part) => keys[part.slice(1)] ?? h('span', { class: 'fixed' }, part)),
    operation.keyFields.length > 0 ? pickRow(data, operation, keys) : null,
    operation.method === 'GET' ? h('span', { class: 'query' }, '?', query) : null,
  )

/** A request as `fetch` and curl take it. */
const requestOf = (operation, role, { keys, query, body }) => {
  const path = operation.path.replaceAll(/:([\w$]+)/g, (_, field) => encodeURIComponent(keys[field]?.value ?? ''))
  return {
    method: operation.method,
    address: operation.method === 'GET' && query.value ? `${path}?${query.value}` : path,
    headers: {
      ...(role.token ? { authorization: `Bearer ${role.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body?.value,
  }
}

/** The request for a shell: single quotes keep everything but themselves. */
const curlOf = ({ method, address, headers, body }) => {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    'curl -i',
    method === 'GET' ? '' : `-X ${method}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body === undefined ? '' : `-d ${quoted(body)}`,
    quoted(`${location.origin}${address}`),
  ]
    .filter(Boolean)
    .join(' ')
}
