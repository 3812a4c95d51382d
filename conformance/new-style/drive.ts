// Run in a copy of the project that has both styles: what its charter, its service and its generated service say, as JSON.

import { connect } from 'node:net'
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

/** What a line is answered with at a port of its own. */
const askLine = (url: string, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(`${line}\n`)).setEncoding('utf8')
    socket.once('error', reject).once('data', (answer) => {
      socket.end()
      resolve(String(answer).trimEnd())
    })
  })

const askedLines = async (url = '', token = '') => ({
  row: await askLine(url, `${token} Book dune`),
  missing: await askLine(url, `${token} Book none`),
  nobody: await askLine(url, '- Book dune'),
})

const inProcess = async () => {
  const mock = await startMock({ file: join(sound, 'charter.yaml'), port: 0, as: null, seed: 1, rowsPerEntity: 2 })
  try {
    const token = mock.tokens.reader ?? ''
    const called = async (name: string) => {
      const use = stylesOf(mock.derived.charter).find(({ style }) => style.name === name)
      const url = mock.urls[name] ?? ''
      const caller = await use?.style.call(use.surface, { url, credential: () => token, timeoutMs: 10_000 })
      const context = { origin: { style: name, requestId: 'r' } }
      return caller?.execute({ operation: 'Book.read', input: { key: { code: 'dune' } }, principal: null, context })
    }
    return {
      plain: { ...(await asked(mock.url, token)), called: await called('plain') },
      lines: { ...(await askedLines(mock.urls.lines, token)), called: await called('lines') },
    }
  } finally {
    await mock.close()
  }
}

const generated = async () => {
  const prepared = await prepareProject({ input: sound, within: sound })
  const { reader } = await mintTokens(prepared)
  const service = await runService({ folder: sound, port: 0, databaseUrl: prepared.databaseUrl })
  try {
    return { plain: await asked(service.url, reader), lines: await askedLines(service.ownUrls.lines, reader) }
  } finally {
    await service.stop()
  }
}

/** What the generated service says of an environment that is wrong. */
const unstarted = () =>
  runService({ folder: sound, port: 0, env: { LINES_PORT: 'many', LINES_GREETING: 'loud' } }).then(
    () => 'started',
    (error: Error) => error.message.split('\n').slice(1),
  )

const refused = checkLoaded(await loadCharter(wrong)).map(({ code, place, path, message }) => {
  return { code, line: place.line, column: place.column, path, message }
})
console.log(
  JSON.stringify({ refused, inProcess: await inProcess(), generated: await generated(), unstarted: await unstarted() }),
)
