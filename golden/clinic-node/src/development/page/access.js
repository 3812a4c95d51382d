import { fieldsOf } from './access-fields.js'
import { h } from './dom.js'
import { keyOf } from './operations.js'
import { linkTo } from './state.js'

/** Who may do what, as a matrix: a row for each operation and each field, a column for each role; on a phone a list of who may. */
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
      'p',
      { class: 'legend small' },
      h('span', {}, h('span', { class: 'yes' }, '✓ all'), ' every row'),
      h('span', {}, h('span', { class: 'yes' }, '✓ where'), ' rows that meet the condition'),
      h('span', { class: 'no' }, '— denied'),
    ),
    h(
      'div',
      { class: 'scroll matrix', tabindex: '0', role: 'region', 'aria-label': 'Access matrix' },
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
        [...groups].map(([group, rows]) => groupPart(data, group, rows)),
      ),
    ),
  )
}

const groupPart = (data, group, rows) => {
  const entity = data.entities.find(({ name }) => name === group)
  return h(
    'tbody',
    {},
    h('tr', { class: 'group' }, h('th', { scope: 'colgroup', colspan: String(data.roles.length + 1) }, group)),
    rows.map((operation) => row(data, operation)),
    entity ? fieldsOf(data, entity) : null,
  )
}

const row = (data, operation) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('a', { href: linkTo('operations', keyOf(operation)) }, operation.id.split('.').at(-1))),
    data.roles.map(({ name }) => {
      const verdict = data.access[name]?.[operation.id] ?? 'no'
      return h(
        'td',
        { class: verdict === 'no' ? 'denied' : null },
        h('span', { class: 'who', 'aria-hidden': 'true' }, name),
        h(
          'a',
          {
            class: 'cell',
            href: linkTo('operations', keyOf(operation), { as: name }),
            title: `Try ${operation.id} as ${name}`,
          },
          cell(verdict),
        ),
      )
    }),
  )

const cell = (verdict) =>
  verdict === 'yes'
    ? h('span', { class: 'yes' }, '✓ all')
    : verdict === 'no'
      ? h('span', { class: 'no' }, '— denied')
      : [h('span', { class: 'yes' }, '✓ where '), h('code', {}, verdict)]
