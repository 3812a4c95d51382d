import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { claimUser } from './claim-user.ts'

test('tests that run at once have a user each, none of which is a service’s; one that was given back is had again', async () => {
  const claimed = await Promise.all([claimUser(), claimUser(), claimUser()])
  const users = claimed.map(({ user }) => user)
  expect(new Set(users).size).toBe(3)
  expect(Math.max(...users)).toBeLessThan(61_184)
  for (const { giveBack } of claimed) giveBack()
  const again = await claimUser()
  expect(users).toContain(again.user)
  again.giveBack()
})

test('no two processes have the same, and one that was killed keeps none', async () => {
  const file = new URL('./claim-user.ts', import.meta.url).href
  const program = `import { claimUser } from ${JSON.stringify(file)}
console.log((await claimUser()).user); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const theirs = Number(String((await once(child.stdout, 'data'))[0]))
  const mine = await claimUser()
  expect(mine.user).not.toBe(theirs)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await claimUser()
  expect(next.user).toBe(theirs)
  mine.giveBack()
  next.giveBack()
}, 20_000)
