import type { Actor, Username } from "@annotary/core/effect"

/** The actor of requests without a key: no permissions. Cast: parentheses make it a name that no account can have. */
export const nobody: Actor = {
  _tag: "Person",
  username: "(nobody)" as Username,
  siteAdmin: false,
  credentialsExpireAt: null,
}
