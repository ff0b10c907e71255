/** A sender as the dispatcher has one, with the limits made small. */
import { makeAddressPolicy } from "../../src/guard/AddressPolicy.ts"
import type { Resolver } from "../../src/guard/resolveChecked.ts"
import { defaultLimits, type SendLimits } from "../../src/send/limits.ts"
import { makeSender, type SenderOptions, type SendRequest } from "../../src/send/Sender.ts"

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
