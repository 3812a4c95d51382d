/** What a unit of a currency is worth in cents, from whoever says so at `RATES_URL`; without that, a hundred. Rejects where nobody does. */
export const rateOf = async (
  currency: string,
  fetch: (url: string) => Promise<Response>,
  url = process.env.RATES_URL,
): Promise<number> => {
  if (url === undefined) return 100
  const answer = await fetch(`${url}/${encodeURIComponent(currency)}`)
  if (!answer.ok) throw new Error(`${answer.status}`)
  const { cents } = (await answer.json()) as { cents: number }
  return cents
}
