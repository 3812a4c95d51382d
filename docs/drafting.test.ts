import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { charter } from '../apps/cli/src/testing/charter.ts'

const page = readFileSync(new URL('drafting.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'charter-drafting-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [, notes = ''] = /`notes\.md`\n\n```text\n([\s\S]*?)```/.exec(page) ?? []
writeFileSync(join(folder, 'notes.md'), notes)

/** How the page says that a command does not end with 0. */
const exits = / # exit code (\d)$/

/** What the page shows of a command: its arguments, and the pieces between lines that only say `…`. */
const transcripts = [...page.matchAll(/^\$ charter (.+)\n([\s\S]*?)(?=^(?:```|\$))/gm)].map(
  ([, command = '', shown = '']) => ({
    command,
    args: [...command.replace(exits, '').matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word),
    exit: Number(exits.exec(command)?.[1] ?? 0),
    pieces: shown.split(/^ *…\n/m).filter((piece) => piece !== ''),
  }),
)

/** Where pieces stand in a text, one after the other; those that do not are given back. */
const missing = (text: string, pieces: readonly string[]): readonly string[] => {
  let from = 0
  return pieces.filter((piece) => {
    const at = text.indexOf(piece, from)
    if (at >= 0) from = at + piece.length
    return at < 0
  })
}

describe('the page on drafting', () => {
  test('shows a text, its draft, its analysis and where parts come from', () => {
    expect(notes).not.toBe('')
    const shown = transcripts.map(({ command }) => command)
    expect(shown).toContain('draft -f notes.md')
    expect(shown).toContain('draft -f notes.md --analysis')
    expect(shown.filter((command) => command.startsWith('why '))).not.toEqual([])
  })

  test.each(transcripts)('$command prints what the page shows', async ({ args, exit, pieces }) => {
    const { status, out, err } = await charter(args, { cwd: folder, env: { CHARTER_MODEL: '', NO_COLOR: '1' } })
    expect(status).toBe(exit)
    expect(pieces).not.toEqual([])
    expect(missing(out + err, pieces)).toEqual([])
  })
})
