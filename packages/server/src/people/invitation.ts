import { z } from 'zod'
import type { Links } from './store/links.ts'

/** What a link of this kind is for: one e-mail address, and who they will be. */
export interface Invitation {
  readonly email: string
  readonly person: string
}

/** It holds for a week. */
const invitationMs = 7 * 86_400_000

const invitation = z.object({ email: z.string(), person: z.string() })

/** As it is kept with its link. */
export const readInvitation = (kept: string): Invitation => invitation.parse(JSON.parse(kept))

interface Linking {
  readonly links: Pick<Links, 'make'>
  /** Where the platform is. */
  readonly url: () => string
}

/** A link that somebody joins by, and the code of it. */
export const linkToJoin = async ({ links, url }: Linking, invited: Invitation) => {
  const code = await links.make('invitation', { data: JSON.stringify(invited), lifeMs: invitationMs })
  return { code, link: `${url()}/join/${code}` }
}
