// One input that works for each call of announcements.
import type { Sample } from './test-samples.ts'
import { unique, type World } from './test-world.ts'

const choices = () => ({ title: unique('Maintenance'), content: 'On **Sunday**, for an hour.' })

const announced = async ({ stack }: World): Promise<Sample & { readonly params: { readonly uuid: string } }> => ({
  params: { uuid: (await stack.internal.adminCreateAnnouncement({ body: choices() })).body.uuid },
})

const listing = async (): Promise<Sample> => ({ query: { page: 1, per_page: 10, order_by: 'asc' } })

export const announcementSamples = {
  listAnnouncements: listing,
  getAnnouncement: announced,
  adminListAnnouncements: listing,
  adminCreateAnnouncement: async (): Promise<Sample> => ({ body: choices() }),
  adminGetAnnouncement: announced,
  adminUpdateAnnouncement: async (world: World): Promise<Sample> => ({ ...(await announced(world)), body: choices() }),
  adminDeleteAnnouncement: announced,
}
