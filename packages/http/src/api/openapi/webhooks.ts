/** The `webhooks` section of the document: the requests that the server sends, one entry per event type. */
import { eventTypes } from "@annotary/core/effect"

const makeHeaderParameter = (name: string, description: string, schema: object) => ({
  name,
  in: "header",
  required: true,
  description,
  schema,
})

const headers = [
  makeHeaderParameter("webhook-id", "The id of the event, the same for every attempt and replay", {
    type: "string",
  }),
  makeHeaderParameter("webhook-timestamp", "The time of this attempt, in seconds since 1970", {
    type: "string",
    pattern: "^\\d+$",
  }),
  makeHeaderParameter(
    "webhook-signature",
    "The signatures according to Standard Webhooks: `v1,` and `v1a,` entries separated by spaces, one per secret that signs",
    { type: "string" },
  ),
]

const responses = {
  "2XX": {
    description: "The delivery succeeded. Any other status is a failure, and redirects are not followed",
  },
  "410": { description: "Disables the endpoint" },
  "429": { description: "Pauses the endpoint until `Retry-After`; so do 502, 503 and 504" },
  default: { description: "The delivery is retried by the retry schedule of the endpoint" },
}

/** Endpoints with `batch` or `chat` get other bodies; their descriptions explain them. */
export const makeWebhookOperations = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    eventTypes.map(({ example, occurs, schema: { $schema: _, ...schema }, type }) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          summary: `Sent when ${occurs}`,
          tags: ["Webhooks"],
          parameters: headers,
          requestBody: {
            required: true,
            content: { "application/json": { schema: { ...schema, examples: [example] } } },
          },
          responses,
        },
      },
    ]),
  )
