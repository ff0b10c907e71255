/** Makes rows in every table, through the API: what the database of a server that is in use has. */
import { makeAccounts } from "./accounts.mjs"
import { apiOf } from "./api.mjs"
import { makeDrive } from "./drive.mjs"
import { makePending } from "./pending.mjs"
import { makePictures } from "./pictures.mjs"
import { handleDeliveries, makeEndpoints } from "./webhooks.mjs"

/** What a server with workers does. Answers the headers of `ann`. */
export const populate = async (server, receiverUrl) => {
  const api = apiOf(server)
  const since = new Date().toISOString()
  const ann = await makeAccounts(api)
  const endpoints = await makeEndpoints(api, receiverUrl)
  await makeDrive(api, ann)
  await makePictures(api, ann)
  await handleDeliveries(api, endpoints, since)
  return ann
}

/** What a server without workers leaves to others. */
export const leavePending = (server, ann) => makePending(apiOf(server), ann)
