/** GraphQL and MCP refuse with 200. */
export const isRefusal = (text: string): boolean => {
  try {
    const { errors, error, result } = JSON.parse(text) as RefusalBody
    return (errors?.length ?? 0) > 0 || error !== undefined || result?.isError === true
  } catch {
    return false
  }
}

interface RefusalBody {
  readonly errors?: readonly unknown[]
  readonly error?: unknown
  readonly result?: { readonly isError?: boolean } | null
}
