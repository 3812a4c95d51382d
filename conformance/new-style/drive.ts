// Run in a copy of the project that has the style: what its charter, its service and its generated service say, as JSON.
import { join } from 'node:path'
import { checkLoaded, loadCharter, mintTokens, prepareProject, runService, startMock } from '@charter/project'
import { stylesOf } from '@charter/styles'

const [sound = '', wrong = ''] = process.argv.slice(2)

const ask = async (url: string, path: string, token?: string) => {
  const answer = await fetch(url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

const asked = async (url: string, token = '') => ({
  row: await ask(url, '/plain/Book/dune', token),
  missing: await ask(url, '/plain/Book/none', token),
  nobody: await ask(url, '/plain/Book/dune'),
})

const inProcess = async () => {
  const mock = await startMock({ file: join(sound, 'charter.yaml'), port: 0, as: null, seed: 1, rowsPerEntity: 2 })
  try {
    const token = mock.tokens.reader ?? ''
    const use = stylesOf(mock.derived.charter).find(({ style }) => style.name === 'plain')
    const caller = await use?.style.call(use.surface, { url: mock.url, credential: () => token, timeoutMs: 10_000 })
    const context = { origin: { style: 'plain', requestId: 'r' } }
    const called = await caller?.execute({
      operation: 'Book.read',
      input: { key: { code: 'dune' } },
      principal: null,
      context,
    })
    return { ...(await asked(mock.url, token)), called }
  } finally {
    await mock.close()
  }
}

const generated = async () => {
  const prepared = await prepareProject({ input: sound, within: sound })
  const { reader } = await mintTokens(prepared)
  const service = await runService({ folder: sound, port: 0, databaseUrl: prepared.databaseUrl })
  try {
    return await asked(service.url, reader)
  } finally {
    await service.stop()
  }
}

const refused = checkLoaded(await loadCharter(wrong)).map(({ code, place, path, message }) => {
  return { code, line: place.line, column: place.column, path, message }
})
console.log(JSON.stringify({ refused, inProcess: await inProcess(), generated: await generated() }))
