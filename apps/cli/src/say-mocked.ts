import { contrastOf, type Mock } from '@charter/project'
import { styles } from '@charter/styles'
import { contrastLines } from './say-contrast.ts'
import { aligned, type Terminal } from './terminal.ts'

/** Says where a mock is in each style, with which token each role calls it, and one request that succeeds. */
export const sayMocked = async (terminal: Terminal, { url, urls, tokens, derived }: Mock): Promise<void> => {
  const contrast = derived.charter.serves.includes('rest') ? await contrastOf(derived, url, tokens) : null
  const titled = styles.flatMap(({ name, title }) => {
    const at = urls[name]
    return at === undefined ? [] : [[title, at] as const]
  })
  const named = Object.entries(tokens).map(([role, token]) => [role, token] as const)
  terminal.line(terminal.style.strong(`${derived.charter.title}, a mock`))
  for (const line of aligned(titled)) terminal.line(`  ${line}`)
  terminal.line()
  terminal.line('The token of each role, until this stops:')
  for (const line of aligned(named)) terminal.line(`  ${line}`)
  terminal.line()
  for (const line of aligned(contrastLines(terminal, contrast, url, (role) => tokens[role] ?? '')))
    terminal.line(`  ${line}`)
  terminal.line('Rows are made up, and gone when this stops: Ctrl-C.')
}
