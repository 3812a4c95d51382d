/** Who the owner of this machine is, as rows know them. */
export const owner = 'owner'
