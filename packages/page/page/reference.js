import { copyButton, h, prose } from './dom.js'
import { highlightJson } from './highlight.js'
import { exampleOf, resolve, schemaTable } from './schema.js'
import { readState, replaceParam } from './state.js'

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** The contract, rendered from the OpenAPI document that everybody gets. What is open stands in the address. */
export const referenceView = (contract) => {
  const groups = Map.groupBy(operationsOf(contract), ({ operation }) => operation.tags?.[0] ?? 'Service')
  const open = readState().params.get('open')
  return h(
    'section',
    {},
    h(
      'div',
      {},
      h('h1', {}, 'API reference'),
      h(
        'p',
        { class: 'lead' },
        `OpenAPI ${contract.openapi}, the same document that clients are made from: `,
        h('a', { href: '/openapi.json' }, '/openapi.json'),
        '.',
      ),
    ),
    h('div', {}, h('h2', {}, 'Signing in'), signIn(contract)),
    [...groups].map(([tag, operations]) => groupPart(contract, tag, operations, open)),
  )
}

const operationsOf = (contract) =>
  Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method]
        ? [{ path: `${baseOf(contract)}${path}`, method, operation: item[method], shared: item.parameters ?? [] }]
        : [],
    ),
  )

const baseOf = (contract) => (contract.servers?.[0]?.url ?? '').replace(/\/$/, '')

const signIn = (contract) =>
  h(
    'dl',
    { class: 'pairs' },
    Object.values(contract.components?.securitySchemes ?? {}).flatMap((scheme) => [
      h('dt', {}, h('code', {}, shownBy(scheme))),
      h('dd', { class: 'quiet' }, prose(scheme.description)),
    ]),
  )

/** What a caller sends (OpenAPI 3.1, Security Scheme Object): a key by its own name, anything else as a token in `Authorization`. */
const shownBy = ({ type, scheme = 'bearer', name }) => {
  if (type === 'apiKey') return `${name}: …`
  if (type === 'mutualTLS') return 'a client certificate'
  return `Authorization: ${scheme === 'bearer' ? 'Bearer' : scheme} …`
}

const groupPart = (contract, tag, operations, open) =>
  h(
    'div',
    { class: 'group' },
    h('h2', {}, tag),
    h('p', { class: 'quiet' }, prose(contract.tags?.find(({ name }) => name === tag)?.description)),
    h(
      'div',
      { class: 'folds' },
      operations.map((each) => operationPart(contract, each, open)),
    ),
  )

const operationPart = (contract, { path, method, operation, shared }, open) => {
  const isOpen = operation.operationId === open
  const details = h(
    'details',
    { open: isOpen, id: `reference-${operation.operationId}` },
    h(
      'summary',
      {},
      h('span', { class: 'verb' }, method.toUpperCase()),
      h('code', {}, path),
      h('span', { class: 'quiet what' }, operation.summary ?? operation.operationId),
    ),
  )
  const fill = () => {
    if (details.children.length === 1) details.append(operationBody(contract, operation, shared))
  }
  if (isOpen) {
    fill()
    queueMicrotask(() => details.scrollIntoView())
  }
  details.addEventListener('toggle', () => {
    if (!details.open) return
    fill()
    replaceParam('open', operation.operationId)
  })
  return details
}

const operationBody = (contract, operation, shared) => {
  const parameters = [...shared, ...(operation.parameters ?? [])].map((each) => resolve(contract, each))
  const body = firstContent(resolve(contract, operation.requestBody)?.content)
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))
  const answered = firstContent(resolve(contract, success?.[1])?.content)
  return h(
    'div',
    { class: 'unfolded' },
    h('p', {}, prose(operation.description)),
    parameters.length > 0 ? part('Parameters', parameterTable(contract, parameters)) : null,
    body ? part('Body', schemaTable(contract, body.schema), examplePart(contract, body)) : null,
    answered
      ? part(`Answer ${success?.[0]}`, schemaTable(contract, answered.schema), examplePart(contract, answered))
      : null,
    part('All answers', responseTable(contract, operation)),
  )
}

const firstContent = (content) => Object.values(content ?? {})[0]

const part = (title, ...content) => h('div', { class: 'part' }, h('h3', {}, title), ...content)

const examplePart = (contract, content) => {
  const example = exampleOf(contract, content)
  if (example === undefined) return null
  const text = JSON.stringify(example, null, 2)
  return h(
    'div',
    { class: 'field' },
    h('div', { class: 'row' }, h('span', { class: 'quiet small' }, 'Example'), copyButton(text)),
    h('pre', { class: 'sheet', tabindex: '0', 'aria-label': 'Example' }, highlightJson(text)),
  )
}

const parameterTable = (contract, parameters) =>
  h(
    'table',
    {},
    h(
      'tbody',
      {},
      parameters.map(({ name, in: place, description, required, schema }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, h('code', {}, name)),
          h('td', {}, place, required ? h('span', { class: 'need' }, ' required') : null),
          h('td', { class: 'quiet' }, prose(description ?? resolve(contract, schema)?.description)),
        ),
      ),
    ),
  )

const responseTable = (contract, operation) =>
  h(
    'table',
    {},
    h(
      'tbody',
      {},
      Object.entries(operation.responses ?? {}).map(([status, response]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, status),
          h('td', { class: 'quiet' }, prose(resolve(contract, response)?.description)),
        ),
      ),
    ),
  )
