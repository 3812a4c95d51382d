import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charter } from '../apps/cli/src/testing/charter.ts'

const page = readFileSync(new URL('regenerating.md', import.meta.url), 'utf8')
/** Lines that the page shows as an answer of the command line. */
const shown = [...page.matchAll(/```console\n([\s\S]*?)```/g)].map(([, text = '']) =>
  text.split('\n').filter((line) => line !== '' && line !== '…' && !line.startsWith('$')),
)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-regenerating-'))
  cpSync(new URL('../packages/charter/examples/clinic.yaml', import.meta.url), join(folder, 'charter.yaml'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (path: string): string => join(folder, path)
const edit = (path: string, from: string, to: string): void => {
  const text = readFileSync(at(path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(
    at(path),
    text.replace(from, () => to),
  )
}
const generate = async (...words: readonly string[]) => {
  const { out, status, err } = await charter(['generate', '.', ...words], { cwd: folder })
  return { lines: out.replaceAll(folder, '.').split('\n'), status, err }
}
/** The page's numbers of files are of one day's clinic; sentences are not. */
const withoutNumbers = (line: string): string => line.replaceAll(/\d+/g, 'N')

test('what the page shows is what the command line says: first, merged, in conflict, resolved', async () => {
  const says = async (which: number): Promise<number> => {
    const { lines, status, err } = await generate()
    expect(err).toBe('Reading the charter\n')
    for (const line of shown[which] ?? []) expect(lines.map(withoutNumbers)).toContain(withoutNumbers(line))
    return status
  }
  expect(await says(0)).toBe(0)
  edit('src/server.ts', '  return app\n', "  app.get('/version', async () => ({ version: 1 }))\n  return app\n")
  edit('charter.yaml', 'serves: [rest, graphql, grpc, soap, mcp]', 'serves: [rest, graphql]')
  expect(await says(1)).toBe(0)
  edit(
    'src/server.ts',
    '  graphqlRoutes(app, graphqlSurface, service)',
    '  graphqlRoutes(app, graphqlSurface, service) // ours',
  )
  edit('charter.yaml', 'serves: [rest, graphql]', 'serves: [rest]')
  expect(await says(2)).toBe(1)
  const refused = await generate('--continue')
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('src/server.ts')])
  const marked = readFileSync(at('src/server.ts'), 'utf8')
  writeFileSync(
    at('src/server.ts'),
    marked.replaceAll(/<<<<<<< yours\n[\s\S]*?=======\n([\s\S]*?)>>>>>>> charter\n/g, '$1'),
  )
  expect((await generate('--continue')).status).toBe(0)
  expect(readFileSync(at('src/server.ts'), 'utf8')).toContain("app.get('/version'")
}, 360_000)

test('a dry run prints the diff and writes nothing', async () => {
  edit('charter.yaml', 'title: Clinic', 'title: Clinic of ours')
  const before = readFileSync(at('openapi.json'), 'utf8')
  const { lines, status } = await generate('--dry-run')
  expect([status, lines]).toEqual([
    0,
    expect.arrayContaining(['+++ b/openapi.json', expect.stringMatching(/^\+.*Clinic of ours/)]),
  ])
  expect(readFileSync(at('openapi.json'), 'utf8')).toBe(before)
}, 180_000)
