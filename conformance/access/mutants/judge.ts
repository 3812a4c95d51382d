import { openSqlitePools, prove } from '../prove.ts'
import { activate, installLoader } from './loader.ts'
import type { Mutant } from './mutate.ts'
import { runCollected } from './unit-tests.ts'

/** A process that is sent mutants, one after another, and says of each which test found it out. */
const fewCases = 60
const cases = 900
const seed = 4_711
const packages = new URL('../../../packages/', import.meta.url).href
const unitTests = [
  'access/src/compile.test.ts',
  'access/src/subset.test.ts',
  'access/src/places.test.ts',
  'access/src/matrix.test.ts',
  'runtime/src/call/evaluate.test.ts',
  'connectors/src/kit/rule.test.ts',
]

installLoader()
const pools = await openSqlitePools(seed)

const judge = async (id: number, mutant: Mutant | null): Promise<string | null> => {
  activate(id, mutant)
  const from = (path: string) => import(`${packages}${path}?mutant=${id}`)
  try {
    const { compileAccess } = await from('access/src/index.ts')
    const { evaluate } = await from('runtime/src/call/evaluate.ts')
    const { render } = await from('connectors/src/sqlite/render/entity.ts')
    const judged = { compileAccess, evaluate, render }
    const decides = async (cases: number): Promise<string | null> => {
      const { disagreements, refused } = await prove(pools, {
        cases,
        seed,
        disagreementsMax: 1,
        refusalsMax: 0,
        judged,
      })
      if (disagreements.length > 0) return `disagreement: ${disagreements[0]?.where}`
      return refused.size > 0 ? 'refuses what it should take' : null
    }
    // A few cases find most of them out at once.
    const first = await decides(fewCases)
    if (first !== null) return first
    for (const path of unitTests) {
      await from(path)
      await runCollected()
    }
    return await decides(cases)
  } catch (error) {
    return `throws, or fails a unit test: ${String(error).split('\n')[0]?.slice(0, 80)}`
  } finally {
    await runCollected().catch(() => {})
  }
}

process.on('message', ({ id, mutant }: { id: number; mutant: Mutant | null }) => {
  void judge(id, mutant).then((killedBy) => process.send?.({ id, killedBy }))
})
process.send?.({ id: -1, killedBy: null })
