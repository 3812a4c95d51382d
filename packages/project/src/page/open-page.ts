/** The headers with which the development page's own requests are answered, for the address that a service printed; null where it does not open. */
export const openPage = async (pageUrl: string): Promise<{ readonly 'x-charter-page': string } | null> => {
  const answer = await fetch(pageUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  await answer.body?.cancel()
  const [, seal] = answer.headers.get('location')?.split('#opened=') ?? []
  return seal === undefined ? null : { 'x-charter-page': seal }
}
