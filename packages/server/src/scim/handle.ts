/** How user names are compared: whatever their case (RFC 7643 section 4.1.1), and however Unicode writes them. */
export const handleOf = (userName: string): string => userName.normalize('NFKC').toLowerCase()
