import { h } from './dom.js'
import { keyOf } from './operations.js'
import { linkTo } from './state.js'

/** Who may do what, as a matrix: a row for each operation, a column for each role. */
export const accessView = (data) => {
  const operations = [
    ...new Map(
      data.operations.filter(({ id }) => id !== 'batch').map((operation) => [operation.id, operation]),
    ).values(),
  ]
  const groups = Map.groupBy(operations, ({ id, entity }) =>
    id.includes('.') ? id.split('.')[0] : (entity ?? 'Operations'),
  )
  return h(
    'section',
    {},
    h(
      'div',
      {},
      h('h1', {}, 'Who may do what'),
      h(
        'p',
        { class: 'lead' },
        'What no rule allows is denied. A condition limits which rows: it is part of every statement that reads, lists, counts or follows a relation. Press a cell to try it.',
      ),
    ),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Access matrix' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Operation'),
            data.roles.map(({ name }) => h('th', { scope: 'col' }, name)),
          ),
        ),
        [...groups].map(([group, rows]) =>
          h(
            'tbody',
            {},
            h('tr', { class: 'group' }, h('th', { scope: 'colgroup', colspan: String(data.roles.length + 1) }, group)),
            rows.map((operation) => row(data, operation)),
          ),
        ),
      ),
    ),
  )
}

const row = (data, operation) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('a', { href: linkTo('operations', keyOf(operation)) }, operation.id.split('.').at(-1))),
    data.roles.map(({ name }) =>
      h(
        'td',
        {},
        h(
          'a',
          {
            class: 'cell',
            href: linkTo('operations', keyOf(operation), { as: name }),
            title: `Try ${operation.id} as ${name}`,
          },
          cell(data.access[name]?.[operation.id] ?? 'no'),
        ),
      ),
    ),
  )

const cell = (verdict) =>
  verdict === 'yes'
    ? h('span', { class: 'yes' }, '✓ every row')
    : verdict === 'no'
      ? h('span', { class: 'no' }, '— denied')
      : [h('span', { class: 'yes' }, '✓ where '), h('code', {}, verdict)]
