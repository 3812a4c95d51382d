import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands as listed } from './commands/index.ts'
import { completionScripts } from './completion.ts'

const commands = await Promise.all(listed.map((each) => each.load()))

/** What bash offers for a line: the script is run by bash itself. */
const offered = (...words: readonly string[]): readonly string[] => {
  const script = `${completionScripts.bash?.(commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _charter; printf '%s\n' "\${COMPREPLY[@]}"`
  const { stdout, status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.trim().split('\n')
}

test('bash completes commands, their options, and files', () => {
  expect(offered('charter', 'co')).toEqual(['contract', 'collection', 'connector', 'completion'])
  expect(offered('charter', 'mock', '--r')).toEqual(['--rows'])
  expect(offered('charter', 'ledger', 're')).toEqual(['reader', 'replica', 'retire'])
  expect(offered('charter', 'ledger', 'verify', '--wi')).toEqual(['--witness'])
  expect(offered('charter', 'help', 'dra')).toEqual(['draft'])
  expect(offered('charter', 'check', `${import.meta.dirname}/main.t`)).toEqual(
    expect.arrayContaining([`${import.meta.dirname}/main.ts`]),
  )
})

test('every command and option is in each script, and no quote of a description ends its word', () => {
  for (const [shell, script] of Object.entries(completionScripts)) {
    const text = script(commands)
    for (const { name, options } of commands.flatMap((each) => [each, ...(each.subcommands ?? [])]))
      for (const word of [name.split(' ').at(-1) ?? '', ...Object.keys(options)])
        expect([shell, word, text.includes(word)]).toEqual([shell, word, true])
    if (shell !== 'zsh')
      expect(spawnSync('bash', ['-n'], { input: text.replaceAll(/^complete -c.*$/gm, '') }).status).toBe(0)
  }
})
