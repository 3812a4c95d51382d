/** The headers with which the development page's own requests are answered, for the address that a service printed; null where it does not open. */
export const openPage = async (pageUrl: string): Promise<{ readonly cookie: string } | null> => {
  const answer = await fetch(pageUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  await answer.body?.cancel()
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  return cookie === undefined ? null : { cookie }
}
