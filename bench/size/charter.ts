/** What a charter of the bench is made of. */
export interface Size {
  readonly entities: number
  /** Of the one entity of a wide charter; left out: the few that entities have. */
  readonly columns?: number
  readonly styles: readonly string[]
}

/** A charter as a company's database gives it: tables that refer to one another, most of all to a few; the same text each time. */
export const charterText = ({ entities, columns, styles }: Size): string => {
  const tables = Array.from({ length: entities }, (_, at) => tableOf(at))
  return [
    'charter: 1',
    'name: sized',
    'title: Sized',
    'version: 1.0.0',
    'description: A service of a chosen size.',
    `serves: [${styles.join(', ')}]`,
    ...(styles.includes('mcp') ? ['mcp: { tools: all }'] : []),
    'sources: { main: { own: sqlite } }',
    'access:',
    '  accepts: [jwt]',
    '  roles: [clerk, auditor]',
    '  principal: { region: { type: text, length: 1..40, claim: region, required: true } }',
    'entities:',
    ...tables.map((table) => entityText(table, tables, columns)),
    '',
  ].join('\n')
}

interface Table {
  readonly at: number
  readonly name: string
  /** Numbers of the tables that it refers to. */
  readonly parents: readonly number[]
}

/** Tables that many others refer to: countries, customers, accounts. */
const hubs = 25

const tableOf = (at: number): Table => {
  const near = Math.max(0, at - 1 - ((at * 31) % 40))
  const hub = (at * 7) % Math.min(Math.max(at, 1), hubs)
  const wanted = at === 0 ? [] : at % 2 === 0 ? [near, hub] : [at % 4 === 1 ? near : hub]
  return { at, name: nameOf(at), parents: [...new Set(wanted)] }
}

const firsts = [
  'Customer',
  'Supplier',
  'Branch',
  'Product',
  'Contract',
  'Vehicle',
  'Employee',
  'Project',
  'Patient',
  'Asset',
]
const seconds = ['Account', 'Address', 'Invoice', 'Payment', 'Visit', 'Order', 'Ticket', 'Rating', 'Document', 'Note']
const thirds = ['', 'Line', 'Revision', 'Approval', 'Group', 'Rule', 'Event', 'Plan', 'Period', 'Limit']

const nameOf = (at: number): string => {
  const of = (words: readonly string[], by: number): string => words[Math.floor(at / by) % words.length] ?? ''
  const round = Math.floor(at / 1000)
  return `${of(firsts, 1)}${of(seconds, 10)}${of(thirds, 100)}${round === 0 ? '' : round}`
}

const entityText = ({ at, name, parents }: Table, tables: readonly Table[], columns: number | undefined): string =>
  [
    `  ${name}:`,
    `    description: What is kept of each ${name}, number ${at} of the tables.`,
    '    key: id',
    '    fields:',
    '      id: { type: uuid, default: generated }',
    '      region: { type: text, length: 1..40 }',
    ...(columns === undefined ? fieldsOf(at) : wideFields(columns - 2)),
    ...relationLines(tables, at, parents),
    '    allow:',
    '      clerk: { do: [create, read, update, list], when: resource.region == principal.region }',
    '      auditor: { do: [read, list, audit] }',
  ].join('\n')

/** Six to ten beside the key and the region. */
const fieldsOf = (at: number): readonly string[] => [
  '      name: { type: text, length: 1..120 }',
  '      amount: { type: decimal, precision: 12, scale: 2, min: 0 }',
  `      state: { type: enum, values: [open, held, ${at % 3 === 0 ? 'shipped' : 'closed'}], default: open }`,
  '      startsOn: { type: date }',
  '      remark: { type: text, length: ..2000, optional: true }',
  '      createdAt: { type: instant, default: now, readOnly: true }',
  ...[
    '      quantity: { type: int32, min: 0, max: 100000 }',
    '      isUrgent: { type: boolean, default: false }',
    '      email: { type: text, length: ..254, format: email, optional: true }',
    '      weight: { type: float64, optional: true }',
  ].slice(0, (at * 3) % 5),
]

const wideTypes = [
  '{ type: text, length: ..120, optional: true }',
  '{ type: int32, optional: true }',
  '{ type: decimal, precision: 12, scale: 2, optional: true }',
  '{ type: date, optional: true }',
  '{ type: boolean, optional: true }',
]

const wideFields = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `      column${at}: ${wideTypes[at % wideTypes.length]}`)

/** To-one relations, and on the other side the lists of those that refer here. */
const relationLines = (tables: readonly Table[], at: number, parents: readonly number[]): readonly string[] => {
  const one = parents.map((parent) => `      ${memberOf(parent)}: { one: ${nameOf(parent)} }`)
  const many = tables
    .filter((table) => table.parents.includes(at))
    .map((child) => `      ${memberOf(child.at)}List: { many: ${child.name}, inverse: ${memberOf(at)} }`)
  return one.length + many.length === 0 ? [] : ['    relations:', ...one, ...many]
}

const memberOf = (at: number): string => {
  const name = nameOf(at)
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}
