// A new announcement shows at once: the framework's inline script hides the bar before it is known that the id is another one.
import siteConfig from '@generated/docusaurus.config'

const attribute = 'data-announcement-bar-initially-dismissed'

/** The framework's own key. */
const idKey = 'docusaurus.announcement.id'

const bar = siteConfig.themeConfig['announcementBar'] as { readonly id: string } | undefined

try {
  if (bar && localStorage.getItem(idKey) !== bar.id) document.documentElement.removeAttribute(attribute)
} catch {
  // Built on a server, or storage is forbidden: then nothing was dismissed either.
}
