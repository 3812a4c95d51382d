import type { Links } from './store/links.ts'

/** How long an address lasts that is good once: a quarter of an hour. */
export const linkMs = 900_000

/** An address of the platform at `url` that signs the owner of this machine in, once. */
export const ownerLink = async (url: string, links: Pick<Links, 'make'>): Promise<string> =>
  `${url}/sign-in/${await links.make('owner', { data: '', lifeMs: linkMs })}`
