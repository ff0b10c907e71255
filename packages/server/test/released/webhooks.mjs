/** Endpoints of a person and of an organization, with deliveries in every state. */

const statuses = { "/hook": 200, "/gone": 410, "/broken": 500, "/chat": 200, "/signed": 200 }

/** Answers the requests of endpoints; those to `/silent` never. */
export const receive = (request, response) => {
  request.resume()
  request.on("end", () => {
    const status = statuses[request.url]
    if (status !== undefined) response.writeHead(status).end()
  })
}

/** Makes the endpoints before there are events. */
export const makeEndpoints = async ({ call, post }, receiverUrl) => {
  await call("PUT", "/user/webhooks/")
  await call("PUT", "/organizations/acme/webhooks/")
  const endpoint = (path, more, of = "/user") =>
    post(`${of}/webhooks/endpoints/`, { url: receiverUrl + path, ...more })
  const hook = await endpoint("/hook", {
    description: "all",
    rate_limit: 50,
    headers: { "x-team": "labels" },
  })
  await endpoint("/gone", { description: "gone" })
  await endpoint("/chat", { chat: true, event_types: ["label.updated"] })
  const broken = await endpoint("/broken", {
    description: "given up",
    retry_schedule: [1],
    event_types: ["sample.*"],
  })
  const waiting = await endpoint("/broken", { description: "retries", retry_schedule: [86400], fifo: true })
  await endpoint("/silent", { timeout_seconds: 24, event_types: ["release.*"] })
  await endpoint(
    "/signed",
    { secret_kind: "v1a", batch: 5, time_to_live_seconds: 3600 },
    "/organizations/acme",
  )
  const paused = await endpoint("/hook", { description: "paused" }, "/organizations/acme")
  await call("PATCH", `/organizations/acme/webhooks/endpoints/${paused.uuid}/`, { enabled: false })
  return { hook: hook.uuid, broken: broken.uuid, waiting: waiting.uuid, paused: paused.uuid }
}

/** Delivers again, skips, cancels, recovers, rotates a secret and sends a test, once there are deliveries. */
export const handleDeliveries = async ({ call, post, settled }, { broken, hook, waiting }, since) => {
  const of = (endpoint) => `/user/webhooks/endpoints/${endpoint}/`
  const listed = (answer) => answer.deliveries ?? answer
  await settled(`${of(broken)}deliveries/`, (answer) => listed(answer).some(({ state }) => state === "dead"))
  await settled(`${of(hook)}deliveries/`, (answer) =>
    listed(answer).some(({ state }) => state === "delivered"),
  )
  const [, skipped, cancelled] = listed(await call("GET", `${of(waiting)}deliveries/`)).filter(
    ({ state }) => state === "pending" || state === "held",
  )
  await post(`/user/webhooks/deliveries/${skipped.uuid}/skip/`)
  await post(`/user/webhooks/deliveries/${cancelled.uuid}/cancel/`)
  const [done] = listed(await call("GET", `${of(hook)}deliveries/`)).filter(
    ({ state }) => state === "delivered",
  )
  await post(`/user/webhooks/deliveries/${done.uuid}/replay/`)
  await post(`${of(hook)}secret/rotate/`)
  await post(`${of(hook)}test/`)
  await post(`${of(broken)}recover/`, { since })
}
