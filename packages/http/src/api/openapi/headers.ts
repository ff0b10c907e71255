/** Descriptions of the headers of successful responses. */
const makeTextHeader = (description: string) => ({ description, schema: { type: "string" } })

const etag = { ETag: makeTextHeader("The version; for If-Match") }
const linked = { Link: makeTextHeader('`<…>; rel="next"` while there is more') }
const listed = {
  ...linked,
  "annotary-paging": makeTextHeader(
    "On pages by number after the first: samples may be skipped or repeated while the dataset changes; the next link of `Link` skips none",
  ),
  "X-Total-Count": makeTextHeader("With `count=1`: how many match, exact to 10000, then `10000+`"),
}

const byOperation: Readonly<Record<string, object>> = {
  "samples.list": listed,
  ...Object.fromEntries(
    [
      "labels.history",
      "datasets.audit",
      "organizations.audit",
      "warnings.list",
      "webhooks.listDeliveries",
      "webhooks.listAllDeliveries",
      "organizationWebhooks.listDeliveries",
      "organizationWebhooks.listAllDeliveries",
    ].map((operation) => [operation, linked]),
  ),
  ...Object.fromEntries(
    [
      "datasets.create",
      "datasets.createFor",
      "datasets.get",
      "datasets.update",
      "datasets.transfer",
      "samples.create",
      "samples.get",
      "samples.update",
      "labels.get",
      "labels.put",
      "labels.patch",
      "labels.restore",
    ].map((operation) => [operation, etag]),
  ),
}

/** The headers of a successful response of this operation, to be added to its content. */
export const findAnswerHeaders = (operation: string, status: string): object => {
  const headers = byOperation[operation]
  return headers === undefined || status === "204" ? {} : { headers }
}
