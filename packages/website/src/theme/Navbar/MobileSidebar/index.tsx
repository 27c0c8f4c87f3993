import { useState } from 'react'
import { useLockBodyScroll, useNavbarMobileSidebar } from '@docusaurus/theme-common/internal'
import Header from '@theme/Navbar/MobileSidebar/Header'
import Layout from '@theme/Navbar/MobileSidebar/Layout'
import PrimaryMenu from '@theme/Navbar/MobileSidebar/PrimaryMenu'
import SecondaryMenu from '@theme/Navbar/MobileSidebar/SecondaryMenu'

/** The menu of a phone, from its first opening on: the framework would make it on each page, for nobody yet. */
export default function NavbarMobileSidebar() {
  const { shown, shouldRender } = useNavbarMobileSidebar()
  const [wanted, setWanted] = useState(false)
  useLockBodyScroll(shown)
  if (shown && !wanted) setWanted(true)
  if (!shouldRender || !wanted) return null
  return <Layout header={<Header />} primaryMenu={<PrimaryMenu />} secondaryMenu={<SecondaryMenu />} />
}
