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
  makeHeaderParameter("webhook-id", "The same at every attempt and every replay", { type: "string" }),
  makeHeaderParameter("webhook-timestamp", "Seconds since 1970, of this attempt", {
    type: "string",
    pattern: "^\\d+$",
  }),
  makeHeaderParameter(
    "webhook-signature",
    "Standard Webhooks: `v1,` and `v1a,` entries between blanks, one for each secret that signs",
    { type: "string" },
  ),
]

const responses = {
  "2XX": { description: "Received. Nothing else is success, and redirects are not followed" },
  "410": { description: "Nobody is there any more: the endpoint is disabled" },
  "429": { description: "Nothing more is sent before `Retry-After`; 502, 503 and 504 mean the same" },
  default: { description: "Sent again by the endpoint's retry schedule" },
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
