import { parseJson } from '@charter/runtime'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ScimError } from './scim-error.ts'

const object = z.record(z.string(), z.unknown())

/** The object that was sent. Throws a ScimError (`invalidSyntax`). */
export const bodyOf = ({ body }: FastifyRequest): Readonly<Record<string, unknown>> => {
  const read = parseJson(Buffer.isBuffer(body) ? body.toString() : '')
  const found = 'errors' in read ? null : object.safeParse(read.value)
  if (!found?.success) throw new ScimError('invalidSyntax', 'The body is no JSON object.')
  return found.data
}

/** What was asked in the address, by names in small letters. */
export const queryOf = ({ url }: FastifyRequest): ReadonlyMap<string, string> =>
  new Map([...new URL(url, 'http://scim.invalid').searchParams].map(([name, value]) => [name.toLowerCase(), value]))

/** The id in the path; null where it is none that there can be. */
export const idOf = ({ params }: FastifyRequest): string | null => withId.safeParse(params).data?.id ?? null

const withId = z.object({ id: z.uuid() })

/** A resource without the attributes that were not wanted (RFC 7644 section 3.9); id and schemas always are. */
export const wantedOf = <Resource extends object>(request: FastifyRequest, resource: Resource): Partial<Resource> => {
  const query = queryOf(request)
  const [only, not] = ['attributes', 'excludedattributes'].map((name) => namesIn(query.get(name)))
  const isKept = (name: string): boolean =>
    always.has(name) || ((!only || only.has(name.toLowerCase())) && !not?.has(name.toLowerCase()))
  // Some of its own members.
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name))) as Partial<Resource>
}

const always = new Set(['id', 'schemas'])

const namesIn = (list: string | undefined): ReadonlySet<string> | undefined =>
  list === undefined ? undefined : new Set(list.split(',').map((name) => name.trim().toLowerCase().split('.')[0] ?? ''))
