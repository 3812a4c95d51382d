import { expect, test } from 'vitest'
import { createTerminal } from './terminal.ts'

const hostile = 'a\u001b]0;owned\u0007b\u001b[2J\u009b31mc\u202egnp.exe\rd\u0000'

const terminal = (isTTY = false) => {
  let said = ''
  const stream = { isTTY, write: (text: string) => (said += text) } as unknown as NodeJS.WriteStream
  return { it: createTerminal(stream, stream, {}), said: () => said }
}

test('nothing that somebody else wrote acts on a terminal: lines, notes, progress and JSON show control characters', () => {
  for (const isTTY of [true, false]) {
    const { it, said } = terminal(isTTY)
    it.line(hostile)
    it.note(hostile)
    it.json({ [hostile]: hostile })
    const left = said().replaceAll('\n', '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
    expect(left).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    expect(left).toContain('a\\u001b]0;owned\\u0007b')
    const { it: another, said: more } = terminal(isTTY)
    another.progress(hostile).done(hostile)
    expect(more()).not.toContain('\u001b]')
    expect(more()).not.toContain('\u202e')
  }
})

test('JSON stays JSON, with the same text', () => {
  const { it, said } = terminal()
  it.json({ name: hostile })
  expect(JSON.parse(said())).toEqual({ name: hostile })
})

test('styles, tabs, line ends and other scripts are printed as they are', () => {
  const { it, said } = terminal(true)
  it.line(`${it.style.strong('x')}\t日本語 Ünï 😀\nnext`)
  expect(said()).toBe('\u001b[1mx\u001b[0m\t日本語 Ünï 😀\nnext\n')
})
