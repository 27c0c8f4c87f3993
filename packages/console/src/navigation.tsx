// Links of the console: the router's addresses with the design system's looks.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, Navigate } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

type Attributes<Looks> = Looks &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Looks | 'style'> & {
    readonly ref?: Ref<HTMLAnchorElement>
    readonly children?: ReactNode
  }

export const Link = createLink((props: Attributes<AnchorProps>) => <Anchor underline='always' {...props} />)
export const LinkButton = createLink((props: Attributes<ButtonProps>) => <Button component='a' {...props} />)
/** Without looks of its own. */
export const PlainLink = createLink(
  ({ children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> }) => (
    <a {...props}>{children}</a>
  ),
)

/** Takes the place of the present address: the back button does not return to it. */
export const Redirect = ({ to, search }: { readonly to: string; readonly search?: object }) => (
  <Navigate to={to} search={search ?? {}} replace />
)
