import { readdirSync } from 'node:fs'
import { connectors } from '@charter/connectors'
import {
  inProcessTarget,
  loadCharter,
  requireSound,
  runServed,
  type Scenario,
  scenariosFor,
  seedRows,
} from '@charter/project'
import { derive } from '@charter/service'
import { describe, expect, test } from 'vitest'
import { partOf } from './charters.ts'

const folder = new URL('sound/', import.meta.url).pathname
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))

/** What waits by the clock, or for a service of its own, and is the same whatever the charter: asked of ours, and by `npm run random-charters`. */
const isSame = ({ id, start }: Scenario): boolean =>
  start !== undefined || /^(?:sign-in|deadline|held|graphql\.held)\b|^graphql\.changes\..*\.(?!told$)\w+$/.test(id)

/** Of what they are asked a quarter is asked every day, which the seed of the tests draws; `npm run sound-charters` asks all. */
const parts = process.env.CHARTER_TEST_EVERY === '1' ? 1 : 4

/**
 * Charters that say what ours do not: keys that begin with the parent's, references of several parts, one role with every right, no role
 * that deletes, checks beside bounds, a second factor for rows that others refer to, rows that are only read, one style alone; small
 * limits, and the least there are; names that every object has, and those of other scripts; REST that offers less than the
 * other styles.
 */
describe.each(files)('%s', (file) => {
  test('what the charter is asked holds for its service', async () => {
    const derived = derive(requireSound(await loadCharter(`${folder}${file}`)), connectors)
    const examples = seedRows(derived.model)
    const bugs: unknown[] = []
    const target = await inProcessTarget(derived, examples, { onBug: (error) => bugs.push(error) })
    const scenarios = partOf(
      scenariosFor(derived, examples).filter((each) => !isSame(each)),
      parts,
    )
    const report = await runServed(target, derived, scenarios, { writes: true }).finally(() => target.close())
    expect(report.failed).toEqual([])
    expect(bugs).toEqual([])
    expect(report.passed).toBeGreaterThan(scenarios.length / 2)
  }, 900_000)
})
