import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@charter/project'
import { afterAll, describe, expect, test } from 'vitest'
import { charter, startCharter } from '../apps/cli/src/testing/charter.ts'

const page = readFileSync(new URL('tutorial.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'charter-tutorial-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [, idea = ''] = /`idea\.md`\n\n```text\n([\s\S]*?)```/.exec(page) ?? []
writeFileSync(join(folder, 'idea.md'), idea)
const options = { cwd: folder, env: { CHARTER_MODEL: '', NO_COLOR: '1' } }

/** Commands of the page in their order, each with the pieces of what it prints that are shown. */
const transcripts = [...page.matchAll(/^\$ charter (.+)\n([\s\S]*?)(?=^(?:```|\$))/gm)].map(
  ([, command = '', shown = '']) => ({
    command,
    args: [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word),
    pieces: shown.split(/ ?…\n/).filter((piece) => piece.trim() !== ''),
  }),
)

const calls = [...page.matchAll(/^\| `GET (\S+)` \| (\w+) \| (\d+) \|$/gm)].map(([, path = '', role = '', status]) => ({
  path,
  role,
  status: Number(status),
}))

describe('the tutorial', () => {
  test('goes from words to documentation', () => {
    expect(transcripts.map(({ args: [name] }) => name)).toEqual([
      'draft',
      'why',
      'edit',
      'check',
      'explain',
      'explain',
      'verify',
      'docs',
      'contract',
    ])
    expect(calls.length).toBeGreaterThan(3)
  })

  test.each(transcripts)('charter $command prints what is shown', { timeout: 300_000 }, async ({ args, pieces }) => {
    const { status, out, err } = await charter(args, options)
    const said = err + out
    expect({ status, err }).toMatchObject({ status: 0 })
    let at = 0
    for (const piece of pieces) {
      const found = said.indexOf(piece, at)
      expect(found, `${piece}\nis not in\n${said}`).toBeGreaterThanOrEqual(0)
      at = found + piece.length
    }
  })

  test('the line that it speaks of is the one that explain prints', () => {
    const [, printed] = /^rule +nearest \S+:(\d+) /m.exec(page) ?? []
    expect(page).toContain(`\nLine ${printed} is where you would change it.`)
  })

  test('the line that it shows stands in the charter, and the documents that it speaks of are there', () => {
    const [, line = ''] = /whole rule about loans:\n\n```\n(.+)\n```/.exec(page) ?? []
    expect(line).not.toBe('')
    expect(readFileSync(join(folder, 'tools/charter.yaml'), 'utf8')).toContain(line)
    for (const file of ['index.html', 'openapi.json']) expect(existsSync(join(folder, 'tools-docs', file))).toBe(true)
  })

  test('the service runs, and answers the calls of the page as it says', { timeout: 300_000 }, async () => {
    const port = await freePort(18_400)
    const running = startCharter(['start', 'tools', '--json', '--port', String(port)], options)
    try {
      const { service, tokens } = JSON.parse(await firstLine(running)) as Ready
      for (const { path, role, status } of calls) {
        const answer = await fetch(`${service}${path}`, { headers: { authorization: `Bearer ${tokens[role]}` } })
        expect({ path, role, status: answer.status }).toEqual({ path, role, status })
        if (path !== '/api/tools') continue
        const { items } = (await answer.json()) as { readonly items: readonly { readonly serialNumber: unknown }[] }
        expect(items.some(({ serialNumber }) => serialNumber !== null)).toBe(role === 'librarian')
      }
    } finally {
      running.process.kill('SIGTERM')
      await running.ended
    }
  })
})

interface Ready {
  readonly service: string
  readonly tokens: Readonly<Record<string, string>>
}

/** The line that `--json` prints when it is ready. Rejects with what was said where it ends before. */
const firstLine = ({ process, out, ended }: ReturnType<typeof startCharter>): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const [line, rest] = out().split('\n')
      if (rest !== undefined && line) resolve(line)
    }
    process.stdout?.on('data', look)
    void ended.then(({ err }) => reject(new Error(err)))
  })
