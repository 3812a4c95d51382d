import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { expect, test } from 'vitest'
import { requireSound } from '../check.ts'
import { loadCharter } from '../load.ts'
import { pageData } from '../page-data.ts'
import { starterNames, starterOf } from '../starters.ts'
import { exampleExchanges } from './example-exchanges.ts'

test.each(starterNames())(
  'every call that the documentation of the starter %s makes succeeds, in every style',
  async (industry) => {
    const loaded = await loadCharter((await starterOf(industry)).folder)
    const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
    const { operations } = await exampleExchanges(derived, pageData(derived, loaded))
    const answers = operations.flatMap(({ exchanges }) => exchanges.flatMap(({ answer }) => answer ?? []))
    expect(answers.filter(({ isOk }) => !isOk)).toEqual([])
    expect(answers.length).toBeGreaterThan(60)
  },
)
