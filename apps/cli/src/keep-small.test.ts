import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Holds much that is young for a while, kept small or not, and tells how many MB young values have after. */
const program = `
import { getHeapSpaceStatistics } from 'node:v8'
import { keepSmall } from ${JSON.stringify(new URL('keep-small.ts', import.meta.url).href)}
if (process.argv[1] === 'small') keepSmall(process.versions)
const held = []
for (let at = 0; at < 3_000_000; at++) {
  held.push({ at })
  if (held.length > 200_000) held.length = 0
}
console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20)
`

const youngMb = (word: string): number => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, word], {
    encoding: 'utf8',
  })
  expect(stderr.replaceAll(/.*Warning.*\n|\(Use `node.*\n/g, '')).toBe('')
  return Number(stdout)
}

test.runIf(process.versions.node.startsWith('24.'))(
  'young values keep the room that they have, where much is loaded and let go',
  () => {
    expect(youngMb('small')).toBeLessThan(youngMb('usual') / 2)
  },
)

test('what opening left behind is collected once', () => {
  const text = `
import { letGo } from ${JSON.stringify(new URL('keep-small.ts', import.meta.url).href)}
let held = Array.from({ length: 500_000 }, (_, at) => ({ at }))
const full = process.memoryUsage().heapUsed
held = null
await letGo()
console.log(process.memoryUsage().heapUsed / full)
`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' })
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThan(0.7)
})
