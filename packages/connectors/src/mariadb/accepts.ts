export const accepts = (url: string): boolean => /^(?:mariadb|mysql):/i.test(url)
