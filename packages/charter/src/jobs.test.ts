import { describe, expect, test } from 'vitest'
import { checkCharter, diffCharters, emptyLock, parseCharter, toModel, updateLock } from './index.ts'

const text = (operation: string, more = '', access = '') => `charter: 1
name: shop
access: { roles: [clerk, auditor]${access} }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
    allow: { clerk: { do: [create, read] } }
${more}operations:
  importPrices: { ${operation} }
`
const parsed = (...of: Parameters<typeof text>) => parseCharter({ 'charter.yaml': text(...of) })
const read = (...of: Parameters<typeof text>) => {
  const { charter, diagnostics } = parsed(...of)
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const said = (...of: Parameters<typeof text>): readonly string[] => {
  const { charter, diagnostics } = parsed(...of)
  const found = charter ? checkCharter(charter, { styles: [], connectors: [] }) : []
  return [...diagnostics, ...found].filter(({ code }) => /job|period|move/.test(code)).map(({ message }) => message)
}

describe('a job', () => {
  test('gives a run, which is a row that clients read and do not write', () => {
    const charter = read('mode: job, input: { list: text }, result: int32, errors: [no-list]')
    const run = charter.entities.find(({ name }) => name === 'ImportPricesJob')
    expect(run?.fields.map(({ name }) => name)).toEqual([
      ...['id', 'state', 'startedBy', 'queuedAt', 'startedAt', 'endedAt', 'attempts', 'percent', 'step', 'lines'],
      ...['problem', 'input', 'result'],
    ])
    expect(run?.allow.map(({ text: line }) => line)).toEqual(
      ['clerk', 'auditor'].map(
        (role) => `${role}: { do: [ read, list, cancelImportPrices ], when: resource.startedBy == principal.id }`,
      ),
    )
    const { operations, entities } = toModel(charter, [])
    expect(operations).toMatchObject([
      { name: 'importPrices', job: 'ImportPricesJob', result: { entity: 'ImportPricesJob', isList: false } },
      { name: 'cancelImportPrices', move: { from: ['queued', 'running'], to: 'cancelling', hasBody: false } },
    ])
    const model = entities.find(({ name }) => name === 'ImportPricesJob')
    expect(model?.offers).toEqual(['read', 'list', 'audit'])
    expect(model?.fields.every(({ writable }) => writable === 'never')).toBe(true)
    expect(updateLock(charter, emptyLock).entities).toHaveProperty('ImportPricesJob')
    expect(said('mode: job, input: { list: text }, result: int32, errors: [no-list]')).toEqual([])
  })

  test('begins when a clock shows so, in a time zone', () => {
    const by = (more: string) => said(`mode: job, rights: service, ${more}`)
    const charter = read("mode: job, rights: service, cron: '0 2 * * 1-5', zone: Europe/Zurich")
    expect(toModel(charter, []).operations[0]?.schedule).toEqual({ cron: '0 2 * * 1-5', zone: 'Europe/Zurich' })
    expect(by("cron: '0 2 * * 1-5'")).toEqual([])
    expect(by("cron: '0 0 30 2 *'")).toEqual(['`importPrices` cannot be a job: `0 0 30 2 *` never comes.'])
    expect(by("cron: '0 2 * * *', zone: Mars/Olympus")).toEqual([
      '`importPrices` cannot be a job: there is no time zone `Mars/Olympus`.',
    ])
    expect(by('zone: UTC')).toEqual(['`importPrices` cannot be a job: `zone` is of `cron`.'])
    expect(by("every: 1 day, cron: '0 2 * * *'")).toHaveLength(1)
  })

  test('keeps its runs for as long as it says', () => {
    const charter = read('mode: job, keep: 30 days')
    expect(toModel(charter, []).operations[0]?.keepMs).toBe(30 * 86_400_000)
    expect(said('keep: 30 days')).toEqual([
      '`importPrices` cannot be a job: `keep` is of the runs of a job: add `mode: job`.',
    ])
    expect(said('mode: job, keep: soon')).toEqual(['`soon` is no time.'])
  })

  test('that has another name by now is the same job, with the same runs', () => {
    const before = read('mode: job')
    const lock = updateLock(before, emptyLock)
    const after = text('mode: job, was: importPrices').replace('importPrices: {', 'takePrices: {')
    const { charter } = parseCharter({ 'charter.yaml': after, 'charter.lock': JSON.stringify(lock) })
    expect(charter?.entities.find(({ name }) => name === 'TakePricesJob')).toMatchObject({ id: 'ImportPricesJob' })
    expect(charter?.operations.map(({ id }) => id)).toEqual(['importPrices', 'cancelImportPrices'])
  })

  test('is its tenant’s, and of none where it begins by itself', () => {
    const tenancy = ', tenancy: { field: shop, claim: shop }'
    const of = (operation: string) =>
      read(operation, '', tenancy).entities.find(({ name }) => name === 'ImportPricesJob')
    expect(of('mode: job')?.fields.some(({ name }) => name === 'shop')).toBe(true)
    expect(of('mode: job, rights: service, every: 1 day')).toMatchObject({ isShared: true })
    expect(of('mode: job, rights: service, every: 1 day')?.fields.some(({ name }) => name === 'shop')).toBe(false)
  })

  test('is refused where its run could be no row, or what it gives no value', () => {
    expect(said('mode: job, result: Order')).toEqual([
      '`importPrices` cannot be a job: it would give rows of Order; let it give what names them.',
    ])
    expect(said('mode: job, result: { list: Order }')).toHaveLength(1)
    expect(said('mode: job, effect: read')).toEqual(['`importPrices` cannot be a job: it only reads.'])
    const taken = '  ImportPricesJob:\n    key: id\n    fields: { id: { type: uuid, default: generated } }\n'
    expect(said('mode: job', taken)[0]).toContain('there is an entity of that name')
  })

  test('is refused where the state lies apart from its rows, with what to write; else it is there over any database', () => {
    const theirs = 'sources: { main: { url: env(SHOP), database: postgresql } }\n'
    const apart =
      '`importPrices` cannot be a job: the service’s state, which has to be in one transaction with its rows, lies apart from the source `main`: '
    expect(said('mode: job', theirs)).toEqual([
      `${apart}write \`state: source\` and start with \`--allow-ddl\`, so that it lies in that database, in tables of its own.`,
    ])
    expect(said('mode: job', `${theirs}state: file:state.db\n`)).toHaveLength(1)
    expect(said('mode: job', 'state: file:state.db\n')).toEqual([
      `${apart}leave \`state\` out, so that it lies in the service’s own database.`,
    ])
    for (const more of [`${theirs}state: source\n`, 'state: source\n', '']) expect(said('mode: job', more)).toEqual([])
  })

  test('has runs that are ours over a database of somebody else’s too, whose other rows are not', () => {
    const charter = read('mode: job', 'sources: { main: { url: env(SHOP), database: postgresql } }\nstate: source\n')
    expect(toModel(charter, []).entities.map(({ name, isOwned }) => [name, isOwned])).toEqual([
      ['Order', false],
      ['ImportPricesJob', true],
    ])
  })

  test('is refused where something else is called as a part of its run', () => {
    expect(said('mode: job }\n  cancelImportPrices: { entity: Order').join()).toContain('asks a run to end')
    expect(said('mode: job', '', ', tenancy: { field: state, claim: shop }').join()).toContain(
      'is a field of every run',
    )
    expect(said("mode: job, at: '02:00'").join()).toContain('`at` says when, and `every` how often')
  })

  test('begins by itself as often as is said, where nobody is needed for it', () => {
    const every = (period: string, more = 'mode: job, rights: service') => `${more}, every: ${period}`
    const scheduleOf = (period: string) => toModel(read(every(period)), []).operations[0]?.schedule
    expect(scheduleOf('1 hour')).toEqual({ everyMs: 3_600_000 })
    expect(scheduleOf('minute')).toEqual({ everyMs: 60_000 })
    expect(scheduleOf('PT90M')).toEqual({ everyMs: 5_400_000 })
    expect(scheduleOf("1 week, at: '02:30'")).toEqual({ everyMs: 604_800_000, atMs: 9_000_000 })
    expect(said(every('now and then'))).toEqual(['`now and then` is no time.'])
    expect(said(every('1 second'))).toEqual(['`1 second` is no time.'])
    expect(said(every("1 day, at: '25:00'"))).toEqual(['`25:00` is no time.'])
    const why = (of: string) => said(of)[0]?.split(': ').slice(1).join(': ')
    expect(why(every("1 hour, at: '02:30'"))).toBe('`at` is of what is every day, or every so many days.')
    expect(why(every('1 hour', 'rights: service'))).toBe('`every` and `cron` are of a job: add `mode: job`.')
    expect(why(every('1 hour', 'mode: job'))).toContain('add `rights: service`')
    expect(why(every('1 hour', 'mode: job, rights: service, entity: Order'))).toContain('on one row')
    expect(why(every('1 hour', 'mode: job, rights: service, input: { list: text }'))).toContain('nothing says `list`')
  })

  test('that was an answer, or is one now, breaks clients, as its answer is another', () => {
    const context = { styles: [], access: () => [] }
    const details = (before: string, after: string) =>
      diffCharters(read(before), read(after), context).structure.map(({ about, kind }) => `${kind} ${about}`)
    expect(details('result: int32', 'mode: job, result: int32')).toEqual(
      expect.arrayContaining(['added ImportPricesJob', 'changed importPrices', 'added cancelImportPrices']),
    )
  })
})

describe('a move that is made by itself', () => {
  const moving = (after: string, operation = '') => `charter: 1
name: shop
access: { roles: [clerk] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      stage: { type: enum, values: [a, b], states: { moves: { go: { from: a, to: b${after} } } } }
    allow: { clerk: { do: [create, read, go] } }
${operation}`
  const charterOf = (...of: Parameters<typeof moving>) => {
    const { charter, diagnostics } = parseCharter({ 'charter.yaml': moving(...of) })
    if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
    return charter
  }

  test('says so to clients, and is a breaking change', () => {
    const after = charterOf(', after: 3 days')
    expect(toModel(after, []).operations[0]).toMatchObject({
      description: 'Moves `stage` from `a` to `b`. The service does so by itself after 3 days.',
      move: { afterMs: 259_200_000 },
    })
    const style = { name: 'rest', breaks: () => [] }
    const { styles } = diffCharters(charterOf(''), after, { styles: [style], access: () => [] })
    expect(styles.rest).toMatchObject([
      { about: 'go', severity: 'breaking', sentence: expect.stringContaining('3 days after the row came') },
    ])
  })

  test('asks for nothing that nobody says', () => {
    const declared = (input: string) =>
      `operations:\n  go: { entity: Order, result: Order, input: { why: ${input} } }\n`
    const codes = (input: string) =>
      checkCharter(charterOf(', after: 3 days', declared(input)), { styles: [], connectors: [] })
        .filter(({ code }) => code === 'bad-move')
        .map(({ message }) => message)
    expect(codes('text')[0]).toContain('nothing says what its operation asks for')
    expect(codes('{ type: text, optional: true }')).toEqual([])
  })

  test('is refused where the state lies apart from its rows: it is made in one transaction with both', () => {
    const said = (more: string) =>
      checkCharter(charterOf(', after: 3 days', more), { styles: [], connectors: [] })
        .filter(({ code }) => code === 'bad-move')
        .map(({ message }) => message)
    const theirs = 'sources: { main: { url: env(SHOP), database: postgresql } }\n'
    expect(said('state: file:state.db\n')[0]).toMatch(
      /^`go` cannot be a move: it is made by itself .*leave `state` out/,
    )
    expect(said(theirs)[0]).toContain('write `state: source`')
    expect(said(`${theirs}state: source\n`)).toEqual([])
  })
})
