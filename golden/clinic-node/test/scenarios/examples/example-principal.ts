/** Who a development token of a role with the claims of an ordinal speaks for: its principal's id. */
export const examplePrincipal = (role: string, claims = 0): string =>
  claims === 0 ? `${role}@development` : `${role}-${claims}@development`
