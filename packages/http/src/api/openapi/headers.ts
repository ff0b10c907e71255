/** Descriptions of the headers of successful responses. */
const makeTextHeader = (description: string) => ({ description, schema: { type: "string" } })

const etag = { ETag: makeTextHeader("The version, for `If-Match`") }
const linked = {
  Link: makeTextHeader('`<…>; rel="next"` with the URL of the next page; absent on the last page'),
}
const continued = {
  Link: makeTextHeader('`<…>; rel="next"` with the URL of what follows; absent on a page without events'),
  "annotary-position": makeTextHeader("The `after` of the next call, also without events"),
}
const listed = {
  ...linked,
  "annotary-paging": makeTextHeader(
    "On numbered pages after the first: samples can be skipped or repeated while the dataset changes. The `next` link in `Link` does not skip any",
  ),
  "X-Total-Count": makeTextHeader(
    "With `count=1`: the number of matching samples, exact up to 10000, then `10000+`",
  ),
}

const byOperation: Readonly<Record<string, object>> = {
  "samples.list": listed,
  ...Object.fromEntries(
    [
      "labels.history",
      "datasets.audit",
      "organizations.audit",
      "warnings.list",
      "gold.list",
      "gold.people",
      "gold.answers",
      "gold.personAnswers",
      "releaseAudits.listDraws",
      "webhooks.listDeliveries",
      "webhooks.listAllDeliveries",
      "organizationWebhooks.listDeliveries",
      "organizationWebhooks.listAllDeliveries",
    ].map((operation) => [operation, linked]),
  ),
  "feed.read": continued,
  "organizationFeed.read": continued,
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
      "gold.get",
      "gold.set",
    ].map((operation) => [operation, etag]),
  ),
}

/** The headers of a successful response of this operation, to be added to its content. */
export const findAnswerHeaders = (operation: string, status: string): object => {
  const headers = byOperation[operation]
  return headers === undefined || status === "204" ? {} : { headers }
}
