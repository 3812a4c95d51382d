export const accepts = (url: string): boolean => /^mariadb:/i.test(url)
