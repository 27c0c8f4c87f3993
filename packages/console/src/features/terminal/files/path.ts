/** Of an absolute path. */
export const inside = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** Whether it can be the name of a file in a folder. */
export const isFileName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0')
