import { h } from './dom.js'
import { highlightJson } from './highlight.js'

/** The contract, rendered from the OpenAPI document that everybody gets. */
export const referenceView = (contract) =>
  h(
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
    Object.entries(contract.paths ?? {}).map(([path, item]) => pathPart(contract, path, item)),
  )

const methods = ['get', 'post', 'put', 'patch', 'delete']

const pathPart = (contract, path, item) =>
  h(
    'div',
    { class: 'try' },
    h('h2', { class: 'mono' }, `${contract.servers?.[0]?.url ?? ''}${path}`),
    methods.flatMap((method) =>
      item[method] ? [operationPart(contract, method, item[method], item.parameters ?? [])] : [],
    ),
  )

const operationPart = (contract, method, operation, shared) => {
  const parameters = [...shared, ...(operation.parameters ?? [])].map((each) => resolve(contract, each))
  const body = resolve(contract, operation.requestBody)
  return h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: 'verb' }, method.toUpperCase()),
      ` ${operation.summary ?? operation.operationId}`,
    ),
    h(
      'div',
      { class: 'try' },
      operation.description ? h('p', { class: 'quiet small' }, operation.description) : null,
      parameters.length > 0
        ? h(
            'table',
            {},
            h(
              'tbody',
              {},
              parameters.map(({ name, in: place, description, required }) =>
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, h('code', {}, name)),
                  h('td', {}, place, required ? ' required' : ''),
                  h('td', { class: 'quiet' }, description ?? ''),
                ),
              ),
            ),
          )
        : null,
      body ? schemaPart('Body', contract, firstSchema(body.content)) : null,
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
              h('td', { class: 'quiet' }, resolve(contract, response)?.description ?? ''),
            ),
          ),
        ),
      ),
    ),
  )
}

const firstSchema = (content) => Object.values(content ?? {})[0]?.schema

const schemaPart = (title, contract, schema) =>
  schema
    ? h(
        'div',
        { class: 'field' },
        h('span', {}, title),
        h(
          'pre',
          { class: 'sheet', tabindex: '0', 'aria-label': title },
          highlightJson(JSON.stringify(resolve(contract, schema), null, 2)),
        ),
      )
    : null

const resolve = (contract, value) => {
  const reference = value?.$ref
  return reference
    ? reference
        .slice(2)
        .split('/')
        .reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], contract)
    : value
}
