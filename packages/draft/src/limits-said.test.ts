import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import type { Analysis } from './analysis.ts'
import { draftCharter } from './draft.ts'
import { withSaidLimits } from './limits-said.ts'

/** What a role may do with an entity, and under which condition; null where that is nothing. */
const rightOf = (words: string, role: string, entity: string) => {
  const { document, questions } = draftCharter(words)
  const { charter } = parseCharter({ 'charter.yaml': document })
  const lines = charter?.entities.find(({ name }) => name === entity)?.allow.filter((each) => each.role === role) ?? []
  return {
    right: lines.length === 0 ? null : lines.map((line) => ({ do: line.do, when: line.when ?? null })),
    isAsked: questions.some(({ about, sentence }) => about === entity && sentence.includes('No rule was made of it.')),
  }
}

const seeing = (when: string | null) => [{ do: ['read', 'list'], when }]

describe('rows that a role is kept to', () => {
  const station =
    'A sale has a price, a date and a status (offered, sold, cancelled). A bale has a weight, a grade and belongs to one sale. Clerks manage bales and sales.'
  const offered = 'resource.status == "offered"'

  test.each([
    ['Brokers see bales and sales, but only sales whose status is offered.', offered],
    ['Brokers can view bales and sales, though just the offered sales.', offered],
    ['Brokers see bales and sales, provided the sale is offered.', offered],
    ['Brokers see sales with status offered and bales.', offered],
    ['Brokers see bales and sales, but no cancelled sales.', 'resource.status != "cancelled"'],
  ])('%s', (words, when) => {
    expect(rightOf(`${words} ${station}`, 'broker', 'Sale')).toEqual({ right: seeing(when), isAsked: false })
    expect(rightOf(`${words} ${station}`, 'broker', 'Bale').right).toEqual(seeing(null))
  })

  test.each([
    ['Brokers may see sales, but only when they are offered.', offered],
    ['Brokers may look at sales, but only the ones marked as offered.', offered],
    ['Brokers see sales except cancelled ones.', 'resource.status != "cancelled"'],
    ['Brokers see offered sales.', offered],
    ['Brokers see sales, with the exception of cancelled ones.', 'resource.status != "cancelled"'],
    ['Brokers see sales minus cancelled ones.', 'resource.status != "cancelled"'],
    ['Brokers see sales, not including cancelled ones.', 'resource.status != "cancelled"'],
    ['Brokers see sales, cancelled ones excluded.', 'resource.status != "cancelled"'],
    ['Brokers see sales (cancelled ones left out).', 'resource.status != "cancelled"'],
    ['Brokers see sales, but cancelled ones are hidden from them.', 'resource.status != "cancelled"'],
    ['Brokers see sales, but sales must be offered.', offered],
    ["Brokers see sales that haven't been cancelled.", 'resource.status != "cancelled"'],
    ['Brokers may read sales, so long as these are not cancelled.', 'resource.status != "cancelled"'],
    ['Brokers see sales, which must not be cancelled.', 'resource.status != "cancelled"'],
  ])('%s', (words, when) => {
    expect(rightOf(`${words} ${station}`, 'broker', 'Sale')).toEqual({ right: seeing(when), isAsked: false })
  })

  test.each([
    'Brokers see bales and sales, but only sales above 500 euros.',
    'Brokers see sales, but only those of last week.',
    'Brokers see sales, except old ones.',
    'Brokers see sales as far as nobody had them cancelled.',
    'Brokers see sales, the offered kind, that is.',
    'Brokers see sales, not the old ones.',
    'Brokers see sales, although sold sales are locked for them.',
  ])('%s: no rule can be made of it, so the right is left out and asked about', (words) => {
    expect(rightOf(`${words} ${station}`, 'broker', 'Sale')).toEqual({ right: null, isAsked: true })
  })

  test('what is nowhere described is held to all the same', () => {
    const said = 'Brokers see bales and sales, but only sales whose status is offered. Clerks manage bales and sales.'
    expect(rightOf(said, 'broker', 'Sale').right).toEqual(seeing(offered))
    expect(rightOf('Brokers see sales, but only offered ones. Clerks manage sales.', 'broker', 'Sale').right).toBe(null)
  })

  test('what rows are not is a rule, or asked about', () => {
    expect(rightOf(`Brokers see sales which are not cancelled. ${station}`, 'broker', 'Sale').right).toEqual(
      seeing('resource.status != "cancelled"'),
    )
    expect(rightOf(`Brokers see sales that aren't archived. ${station}`, 'broker', 'Sale')).toEqual({
      right: null,
      isAsked: true,
    })
  })

  test('a field is added to nothing where another thing of the same words has it', () => {
    const said = 'Brokers look at bales and sales, although solely sales whose status is offered.'
    expect(rightOf(`${said} ${station}`, 'broker', 'Sale').right).toEqual(seeing(offered))
    expect(rightOf(`${said} ${station}`, 'broker', 'Bale')).toEqual({ right: null, isAsked: true })
  })

  test('who alone does something, and what is only done, is no limit on rows', () => {
    expect(rightOf(`Brokers see sales, but only clerks may change them. ${station}`, 'broker', 'Sale').right).toEqual(
      seeing(null),
    )
    expect(rightOf(`Brokers only see bales and sales. ${station}`, 'broker', 'Sale').right).toEqual(seeing(null))
  })
})

test('words beside a right that limit no rows leave it as it is', () => {
  const station = 'A sale has a price and a status (offered, sold, cancelled). Clerks manage sales.'
  for (const said of [
    'Brokers see sales but cannot delete them.',
    'Brokers see sales and mark them as sold.',
    'Brokers see sales, whether offered, sold or cancelled.',
    'Brokers see sales and may not change prices.',
    'Brokers see sales; nobody else does.',
  ])
    expect(rightOf(`${station} ${said}`, 'broker', 'Sale').right?.[0], said).toMatchObject({
      do: expect.arrayContaining(['read', 'list']),
      when: null,
    })
})

test('a state that what is seen is in says nothing of making', () => {
  const words =
    'A sample has a name and a status (draft, approved). Clerks manage samples. Guests may view approved samples and create samples.'
  expect(rightOf(words, 'guest', 'Sample').right).toEqual(
    expect.arrayContaining([
      { do: ['create'], when: null },
      { do: ['read', 'list'], when: 'resource.status == "approved"' },
    ]),
  )
})

describe('rows of their own', () => {
  const own = 'principal has fbiAgentId && resource.fbiAgentId == principal.fbiAgentId'
  const shape = 'Analyses are of one sighting and belong to an FBI agent.'
  const long =
    'A sighting has a place and a date. An analysis has a text and belongs to one FBI agent. An FBI agent has a badge number.'

  test.each([shape, long, `${shape} A sighting has a place and a date. An FBI agent has a name and a badge number.`])(
    '%s',
    (words) => {
      const said = `${words} FBI agents see only their own analyses; a chief may see all.`
      expect(rightOf(said, 'fbi-agent', 'Analysis').right).toEqual(seeing(own))
    },
  )

  test('seeing and changing are kept to them alike', () => {
    const said = `${long} FBI agents see and change only their own analyses. A chief may see all analyses.`
    expect(rightOf(said, 'fbi-agent', 'Analysis').right).toEqual([{ do: ['read', 'list', 'update'], when: own }])
    expect(rightOf(said, 'fbi-agent', 'FbiAgent').right).toBe(null)
    expect(rightOf(said, 'chief', 'Analysis').right).toEqual(seeing(null))
  })
})

test('limits of a text without a full stop are found in time that grows with it', () => {
  const { analysis } = draftCharter(
    'A sale has a price and a status (offered, sold, cancelled). Clerks manage sales. Brokers see sales.',
  )
  const words = 'brokers see sales, but only sales whose status is offered and clerks see sales, '
  const secondsOf = (times: number): number => {
    const before = process.cpuUsage().user
    const limited: Analysis = withSaidLimits(analysis, words.repeat(times))
    expect(limited.entities).toBe(analysis.entities)
    return (process.cpuUsage().user - before) / 1e6
  }
  secondsOf(100)
  // 108,000 characters took 79 seconds, as each limit was looked for in all that follows it.
  expect(secondsOf(1350)).toBeLessThan(5)
})

test.each(['at weekends', 'during their shift', 'on Sundays', 'between nine and five', 'when on duty'])(
  'a right that holds %s is asked about, and granted to nobody until somebody says what that means',
  (time) => {
    const { document } = draftCharter(
      `An owner has a name and an email. A dog has a breed. Keepers see dogs. Keepers may see owners ${time}.`,
    )
    const { charter } = parseCharter({ 'charter.yaml': document })
    const owner = charter?.entities.find(({ name }) => name === 'Owner')
    expect(owner?.allow.filter(({ role }) => role === 'keeper')).toEqual([])
    expect(document).toContain('does "')
  },
)
