import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { expect, test } from 'vitest'
import { requireSound } from '../check.ts'
import { loadCharter } from '../load.ts'
import { scenariosFor } from './derive/index.ts'
import { seedRows } from './seed-rows.ts'
import { unsavedIn } from './unsaved.ts'

const charters = join(import.meta.dirname, '../../../..')

test.each(['packages/charter/examples/clinic.yaml', 'conformance/edge.yaml'])(
  'no scenario derived from %s uses a name that no step before saved',
  async (path) => {
    const derived = derive(requireSound(await loadCharter(join(charters, path))), connectors)
    const scenarios = scenariosFor(derived, seedRows(derived.model))
    expect(scenarios.length).toBeGreaterThan(100)
    expect(scenarios.flatMap((each) => unsavedIn(each, (step) => step) ?? []).slice(0, 5)).toEqual([])
  },
)
