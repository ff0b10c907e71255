/** A sender as the dispatcher has one, with the limits made small. */
import { defaultLimits, type SendLimits } from "../../src/http/limits.ts"
import { makeSender, type SenderOptions, type SendRequest } from "../../src/http/Sender.ts"
import { makeAddressPolicy } from "../../src/ssrf/AddressPolicy.ts"
import type { Resolver } from "../../src/ssrf/resolveChecked.ts"

export const smallLimits: SendLimits = {
  ...defaultLimits,
  connectMillis: 1000,
  totalMillis: 1400,
  idleMillis: 1000,
  unreachableMillis: 0,
}

export const nobody: Resolver = async () => []

export const senderOf = (
  options: Partial<SenderOptions> & { readonly allow?: ReadonlyArray<string> } = {},
) => {
  const { allow = ["127.0.0.0/8", "::1"], ...given } = options
  return makeSender({
    policy: makeAddressPolicy({ allow }),
    resolver: nobody,
    limits: smallLimits,
    userAgent: "annotary-test",
    ...given,
  })
}

export const requestTo = (url: string, more: Partial<SendRequest> = {}): SendRequest => ({
  endpoint: "endpoint",
  url,
  headers: ["webhook-id", "1"],
  body: Buffer.from('{"a":1}'),
  ...more,
})
