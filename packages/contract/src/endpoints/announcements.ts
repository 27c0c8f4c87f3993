// What the server tells everybody who uses it.
import { Type } from 'typebox'
import { AnnouncementId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { announcements } from '../limits.ts'
import { OneOf, OrderBy, Paging, Time, TotalCount } from '../schemas.ts'

const feature = 'announcements' as const
const byId = Type.Object({ uuid: AnnouncementId })
const access = { kind: 'administrator' } as const

/** Titles are shown in one line. */
const Title = Type.String({
  minLength: 1,
  maxLength: announcements.titleChars,
  pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
  examples: ['Maintenance on Sunday'],
})
const Content = Type.String({ minLength: 1, maxLength: announcements.contentChars, description: 'Markdown' })

export const AnnouncementShort = Type.Object({ uuid: AnnouncementId, title: Title, date: Time })
export const Announcement = Type.Object({ uuid: AnnouncementId, title: Title, content: Content, date: Time })
const AuthoredAnnouncement = Type.Object({
  uuid: AnnouncementId,
  title: Title,
  content: Content,
  date: Time,
  source: OneOf(['own', 'upstream'], 'Whose it is: written here, or taken from the server that this one follows'),
})
const choices = Type.Object({ title: Title, content: Content })

const listing = Type.Object({ ...Paging, order_by: OrderBy })

export const listAnnouncements = endpoint({
  id: 'listAnnouncements',
  method: 'GET',
  path: '/api/announcements',
  feature,
  summary: 'List what the server announces, newest first unless told otherwise',
  access: { kind: 'public' },
  query: listing,
  success: { status: 200, description: 'Announcements', body: Type.Array(AnnouncementShort), headers: TotalCount },
  errors: [],
})

export const getAnnouncement = endpoint({
  id: 'getAnnouncement',
  method: 'GET',
  path: '/api/announcements/{uuid}',
  feature,
  summary: 'Get one announcement with its text',
  access: { kind: 'public' },
  params: byId,
  success: { status: 200, description: 'The announcement', body: Announcement },
  errors: ['announcement_not_found'],
})

export const adminListAnnouncements = endpoint({
  id: 'adminListAnnouncements',
  method: 'GET',
  path: '/admin/api/announcements',
  feature,
  summary: 'List announcements with their texts and where they come from',
  access,
  query: listing,
  success: { status: 200, description: 'Announcements', body: Type.Array(AuthoredAnnouncement), headers: TotalCount },
  errors: [],
})

export const adminCreateAnnouncement = endpoint({
  id: 'adminCreateAnnouncement',
  method: 'POST',
  path: '/admin/api/announcements',
  feature,
  summary: 'Announce something to everybody',
  access,
  body: choices,
  success: { status: 200, description: 'The announcement', body: AuthoredAnnouncement },
  errors: [],
})

export const adminGetAnnouncement = endpoint({
  id: 'adminGetAnnouncement',
  method: 'GET',
  path: '/admin/api/announcements/{uuid}',
  feature,
  summary: 'Get one announcement and where it comes from',
  access,
  params: byId,
  success: { status: 200, description: 'The announcement', body: AuthoredAnnouncement },
  errors: ['announcement_not_found'],
})

export const adminUpdateAnnouncement = endpoint({
  id: 'adminUpdateAnnouncement',
  method: 'PUT',
  path: '/admin/api/announcements/{uuid}',
  feature,
  summary: 'Change an announcement that was written here; its date stays',
  access,
  params: byId,
  body: choices,
  success: { status: 200, description: 'The announcement', body: AuthoredAnnouncement },
  errors: ['announcement_not_found', 'announcement_of_upstream'],
})

export const adminDeleteAnnouncement = endpoint({
  id: 'adminDeleteAnnouncement',
  method: 'DELETE',
  path: '/admin/api/announcements/{uuid}',
  feature,
  summary: 'Take back an announcement that was written here',
  access,
  params: byId,
  success: { status: 200, description: 'Gone' },
  errors: ['announcement_not_found', 'announcement_of_upstream'],
})
