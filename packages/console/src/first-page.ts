// The files of the page at the address come while it is still being asked who is signed in.
import { pages } from './features.ts'
import { visitorPages } from './visitor-pages.ts'

const isAt = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
}

export const loadLoginPage = async () => ({ default: (await import('./features/login/login-page.tsx')).LoginPage })

/** Whoever is not signed in sees the login at any address, unless the page is for visitors. */
export function loadFirstPage(path: string): void {
  const visitors = visitorPages.find((each) => isAt(each.path, path))
  const found = visitors ?? pages.find((each) => isAt(each.path, path))
  // What cannot be loaded is said by whoever shows it.
  void found?.load().catch(() => undefined)
  if (!visitors) void loadLoginPage().catch(() => undefined)
}
