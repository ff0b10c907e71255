/** The words of the sign-in page. */
export default {
  title: "Sign in",
  apiKey: "API key",
  apiKeyHint: "Starts with ann_. It is not stored in this browser.",
  submit: "Sign in",
  help: "No key yet? Open an invitation or sign-in link that you received, or ask an admin of this server.",
  provider: "Sign in with your organization",
  or: "or",
  wrongKey: "This key is not valid. It may have expired or been revoked.",
  wrongToken: "This link has expired or was already used. Create a new one with `annotary token`.",
  linkRunning: "Signing you in with your link…",
  again: {
    title: "Your session has ended",
    text: "Sign in to continue. Your work on this page is kept.",
    textOf: "Sign in as {{user}} to continue. Your work on this page is kept.",
    close: "Close without signing in",
  },
  recent: {
    title: "Sign in again",
    text: "For this, you must have signed in within the last ten minutes. Sign in again as {{user}} to continue.",
    close: "Cancel",
    other: "This key belongs to {{other}}. Use a key of {{user}}.",
  },
  errors: {
    unknown: "You have no account on this server. Ask an admin to create one.",
    disabled: "Your account on this server is disabled. Ask an admin to enable it.",
    name_missing:
      "Your identity provider did not supply a name that can be used on this server. Ask an admin for help.",
    name_taken:
      "Your name is already used on this server. Ask an admin to link that account to your identity.",
    denied: "Your identity provider did not sign you in.",
    failed: "The sign-in could not be completed. Try again.",
    unavailable: "Your identity provider does not respond. Try again in a minute.",
  },
} as const
