import { z } from 'zod'
import type { Answered } from '../accounts/open-accounts.ts'

/** The sentence of a refusal: which of two was wrong nobody is told. */
export const wrongOf = ({ status, body }: Answered, usual: string): string =>
  status === 429 ? `That was too often. ${messageOf(body)}` : usual

/** Of a code of an authenticator. */
export const staleCode = 'This code is not the one of now: wait for the next, and type that.'

/** What better-auth, or a guard before it, says of a refusal. */
export const messageOf = (body: unknown): string => said.safeParse(body).data?.message ?? 'It could not be done.'

const said = z.object({ message: z.string() })
