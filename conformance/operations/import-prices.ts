import type { JobBody } from '@charter/runtime/service'

/** Names that no step has. */
const odd: Readonly<Record<string, string>> = {
  longly: 'a'.repeat(201),
  brokenly: '\ud800',
  namelessly: '',
  nully: '\0',
}

/** Keeps a price in each step; `how` says what becomes of that. */
export const importPrices: JobBody = async (
  { value },
  { step, once, tell, progress, fail, retry, rows, signal, attempt },
) => {
  const [list, how, steps] = [String(value.list), String(value.how), Number(value.steps)]
  if (how === 'nowhere') fail('no-such-list', `There is no list ${list}.`)
  if (how === 'breaking') throw new Error('a job that breaks')
  tell(`reading ${list}`)
  if (odd[how] !== undefined) await step(odd[how], async () => null)
  if (how === 'hugely') await once('huge', async () => 'a'.repeat(1_048_577))
  if (how === 'inside') await step('outer', () => step('inner', async () => null))
  if (how === 'twice') await step('ask', async () => null)
  if (how === 'past') progress(101)
  if (how === 'saying') {
    progress(40)
    fail('no-such-list', 'It said how far it was.')
  }
  const asked = await once('ask', async () => ({ attempt }))
  for (let at = 1; at <= steps; at++) {
    await step(
      `row ${at}`,
      async (context) => {
        await context.rows.create('Price', { sku: `${list}-${at}`, cents: how === 'wrongly' ? -at : at })
        if (how === 'halfway' && at === steps) context.fail('no-such-list', 'It ended halfway.')
      },
      { percent: Math.floor((90 * at) / steps) },
    )
    if (how === 'waiting' && at === 1)
      while (!signal.aborted && (await rows.read('Price', { sku: `${list}-go` })) === null)
        await new Promise((resolve) => setTimeout(resolve, 20))
    if (how === 'again' && at === 1 && attempt === 1) retry('The rest is not there yet.', { afterMs: 1 })
  }
  progress(95)
  return how === 'oddly' ? { kept: 'all', attempt } : { kept: steps, attempt: asked.attempt }
}
