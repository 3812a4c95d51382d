import type { OpenOptions } from '@charter/sql/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, temporary } from '../testing.ts'
import { openPostgresql, openPostgresqlState } from './open.ts'

let place: Awaited<ReturnType<typeof temporary>>
let elsewhere: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  place = await temporary()
  elsewhere = await temporary()
  await say(place.url, 'CREATE TABLE public.a (x integer PRIMARY KEY)')
})
afterAll(async () => {
  await place.remove()
  await elsewhere.remove()
})

const open = async (more: Partial<OpenOptions> = {}) => {
  const state = await openPostgresqlState(elsewhere.url)
  return openPostgresql({ url: place.url, isReadOnly: false, schema: null, statementTimeoutMs: 2000, ...more, state })
}

/** A session that waits for another's next step. */
const signal = () => {
  let go = () => {}
  const reached = new Promise<void>((resolve) => {
    go = resolve
  })
  return { go: () => go(), reached }
}

test('a lost answer to COMMIT is no success', async () => {
  const opened = await open()
  await say(
    place.url,
    `CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
     CREATE TABLE public.dying (x int); CREATE CONSTRAINT TRIGGER t AFTER INSERT ON public.dying DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.die()`,
  )
  let runs = 0
  const work = opened.database.transaction(
    (on) => {
      runs++
      return on.run('INSERT INTO public.dying VALUES (1)', [])
    },
    { isRepeatable: true },
  )
  await expect(work).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(runs).toBe(1)
  await opened.close()
})

test('who says in a transaction where names are looked up is not spoken over', async () => {
  const opened = await open()
  const rows = await opened.database.transaction(async (on) => {
    await on.run('INSERT INTO public.a (x) VALUES (70)', [])
    await on.run('SET LOCAL search_path = public', [])
    await on.run('INSERT INTO a (x) VALUES (71)', [])
    return on.all('SELECT x FROM a WHERE x >= 70 ORDER BY x', [])
  })
  expect(rows).toEqual([[70], [71]])
  const after = opened.database.transaction((on) => on.all('SELECT x FROM a', []))
  await expect(after).rejects.toMatchObject({ problem: { code: 'internal' } })
  await opened.close()
})

test('write skew is not possible: of two that each read what the other writes, one runs again or is told', async () => {
  const opened = await open()
  await say(
    place.url,
    'CREATE TABLE public.duty (id int PRIMARY KEY, on_call boolean); INSERT INTO public.duty VALUES (1, true), (2, true)',
  )
  const bothRead = [signal(), signal()] as const
  const leave = (id: number, isRepeatable: boolean) => {
    let isFirst = true
    return opened.database.transaction(
      async (on) => {
        const [count] = await on.all('SELECT count(*)::integer FROM public.duty WHERE on_call', [])
        if (isFirst) {
          bothRead[id === 1 ? 0 : 1].go()
          await Promise.all(bothRead.map(({ reached }) => reached))
        }
        isFirst = false
        if (Number(count?.[0]) < 2) return 'must stay'
        await on.run('UPDATE public.duty SET on_call = false WHERE id = ?', [id])
        return 'left'
      },
      { isRepeatable },
    )
  }
  expect((await Promise.all([leave(1, true), leave(2, true)])).sort()).toEqual(['left', 'must stay'])
  await opened.close()
})

test('what may not run again is told that another came first; nothing of it stays', async () => {
  const opened = await open()
  await say(place.url, 'CREATE TABLE public.counter (n int); INSERT INTO public.counter VALUES (0)')
  const add = (hasRead: () => Promise<void>, options?: { readonly isRepeatable: boolean }) =>
    opened.database.transaction(async (on) => {
      const [row] = await on.all('SELECT n FROM public.counter', [])
      await hasRead()
      await on.run('UPDATE public.counter SET n = ?', [Number(row?.[0]) + 1])
    }, options)
  const both = Promise.withResolvers<void>()
  let reads = 0
  const whenBothHave = (): Promise<void> => {
    reads++
    if (reads === 2) both.resolve()
    return both.promise
  }
  const results = await Promise.allSettled([add(whenBothHave), add(whenBothHave)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const failed = results.find((each) => each.status === 'rejected')
  expect(failed?.reason).toMatchObject({
    problem: { code: 'unavailable', detail: expect.stringContaining('came first') },
  })
  await Promise.all(Array.from({ length: 5 }, () => add(async () => {}, { isRepeatable: true })))
  expect(await opened.database.all('SELECT n FROM public.counter', [])).toEqual([[6]])
  await opened.close()
})

test('what cannot be done in any order is tried so many times, and then told', async () => {
  const opened = await open({ statementTimeoutMs: 10_000 })
  let runs = 0
  const work = opened.database.transaction(
    async () => {
      runs++
      throw Object.assign(new Error('again'), { code: '40001' })
    },
    { isRepeatable: true },
  )
  await expect(work).rejects.toThrow('again')
  expect(runs).toBe(16)
  await opened.close()
})

test('a failure that the work swallows still undoes the whole', async () => {
  const opened = await open()
  const work = opened.database.transaction(async (on) => {
    await on.run('INSERT INTO public.a (x) VALUES (50)', [])
    await on.run('INSERT INTO public.a (x) VALUES (50)', []).catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ problem: { code: 'conflict' } })
  expect(await opened.database.all('SELECT 1 FROM public.a WHERE x = 50', [])).toEqual([])
  await opened.close()
})

test('a statement that was not waited for and fails undoes the whole', async () => {
  const opened = await open()
  const work = opened.database.transaction(async (on) => {
    await on.run('INSERT INTO public.a (x) VALUES (60)', [])
    void on.run('INSERT INTO public.a (x) VALUES (60)', []).catch(() => {})
  })
  await expect(work).rejects.toThrow('already has this value')
  expect(await opened.database.all('SELECT 1 FROM public.a WHERE x = 60', [])).toEqual([])
  await opened.close()
})
