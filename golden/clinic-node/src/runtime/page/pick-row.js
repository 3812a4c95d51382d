import { h } from './dom.js'
import { replaceParam } from './state.js'

/** A choice of rows to take the key from, asked as the first role that may list them. `keys`: the inputs, each with its field. */
export const pickRow = (data, operation, keys, onPick) => {
  const list = data.operations.find(
    ({ id, method, keyFields }) => id === `${operation.entity}.list` && method === 'GET' && keyFields.length === 0,
  )
  const role = data.roles.find(({ name }) => list && (data.access[name]?.[list.id] ?? 'no') !== 'no')
  if (!list || !role) return null
  const select = h(
    'select',
    { 'aria-label': `Pick a ${operation.entity}`, class: 'pick' },
    h('option', { value: '' }, 'Pick a row …'),
  )
  let rows = null
  const load = async () => {
    if (rows) return
    rows = await rowsOf(list, role)
    select.append(...rows.map((row, at) => h('option', { value: String(at) }, nameOf(row, operation.keyFields))))
  }
  select.addEventListener('focus', () => void load())
  select.addEventListener('change', () => {
    const row = rows?.[Number(select.value)]
    for (const { field, name, input } of keys) {
      input.value = String(row?.[field] ?? '')
      replaceParam(name, input.value)
    }
    onPick()
  })
  return select
}

const rowsOf = async ({ path }, { token }) => {
  try {
    const answer = await fetch(`${path}?limit=20`, { headers: { authorization: `Bearer ${token}` } })
    return answer.ok ? (await answer.json()).items : []
  } catch {
    return []
  }
}

/** What a person knows a row by: its first texts, then the key. */
const nameOf = (row, keyFields) => {
  const words = Object.entries(row)
    .filter(
      ([field, value]) => typeof value === 'string' && value !== '' && !keyFields.includes(field) && !/Id$/.test(field),
    )
    .slice(0, 2)
    .map(([, value]) => value)
  return [...words, keyFields.map((field) => String(row[field]).slice(0, 8)).join(' ')].join(' · ').slice(0, 80)
}
