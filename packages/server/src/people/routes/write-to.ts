import type { Leading, Letter } from '../../mail/letters.ts'
import type { PeopleParts } from './parts.ts'

/** Writes to somebody where the platform sends letters; nobody waits for it. `path`: of the page that the letter leads to. */
export const writeTo = (
  { mail, url, onBug }: Pick<PeopleParts, 'mail' | 'url' | 'onBug'>,
  letter: (leading: Leading) => Letter,
  { to, path }: { readonly to: string; readonly path: string },
): void => void mail?.send(letter({ to, link: `${url()}${path}` })).catch(onBug)
