import { h } from './dom.js'

/** Which roles see and write the fields of an entity: rows of the matrix, folded until somebody wants them. */
export const fieldsOf = (data, entity) => {
  const rows = entity.fields.map((field) =>
    h(
      'tr',
      { class: 'of-field', hidden: true },
      h('th', { scope: 'row' }, h('code', {}, field.name)),
      data.roles.map(({ name }) => {
        const said = access(data, entity, field, name)
        return h(
          'td',
          { class: said === null ? 'denied' : null },
          h('span', { class: 'who', 'aria-hidden': 'true' }, name),
          said ?? h('span', { class: 'no' }, '—'),
        )
      }),
    ),
  )
  const button = h(
    'button',
    {
      type: 'button',
      class: 'bare',
      'aria-expanded': 'false',
      onclick: () => {
        const isOpen = button.getAttribute('aria-expanded') === 'true'
        button.setAttribute('aria-expanded', String(!isOpen))
        for (const row of rows) row.hidden = isOpen
      },
    },
    `Fields of ${entity.name} (${entity.fields.length})`,
  )
  return [
    h('tr', { class: 'fold' }, h('th', { scope: 'row', colspan: String(data.roles.length + 1) }, button)),
    ...rows,
  ]
}

/** What a role sees and writes of a field; null for nothing. */
const access = (data, { name: entity }, field, role) => {
  const may = (action) => (data.access[role]?.[`${entity}.${action}`] ?? 'no') !== 'no'
  const sees = ['read', 'list', 'create', 'update'].some(may)
  if (!sees) return null
  const shown = data.hidden?.[role]?.[`${entity}.${field.name}`]
  if (shown === 'no') return h('span', { class: 'no' }, 'masked')
  const writes =
    field.writes === 'never' ? false : field.writes === 'create' ? may('create') : may('create') || may('update')
  return [
    h('span', { class: 'yes' }, writes ? '✓ sees, writes' : '✓ sees'),
    shown ? [' where ', h('code', {}, shown)] : null,
  ].flat()
}
