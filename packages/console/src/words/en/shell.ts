/** The words of the frame around every page. */
export default {
  skip: "Skip to content",
  nav: {
    label: "Areas",
    datasets: "Datasets",
    webhooks: "Webhooks",
    account: "Account",
    open: "Open navigation",
    close: "Close navigation",
  },
  tabs: {
    label: "Dataset",
    overview: "Overview",
    samples: "Samples",
    configuration: "Configuration",
    queue: "Queue",
    issues: "Issues",
    releases: "Releases",
    imports: "Imports",
    exports: "Exports",
  },
  archived: "This dataset is archived: it can be read, not changed.",
  signOut: "Sign out",
  notFound: {
    title: "Not found",
    text: "There is nothing at this address, or you may not see it.",
    back: "Go to the start page",
  },
  error: {
    title: "The page could not be shown",
    requestId: "Request {{id}}",
    retry: "Try again",
    retryIn_one: "Try again in {{count}} second",
    retryIn_other: "Try again in {{count}} seconds",
    unreachable: "The server does not answer. Check your connection.",
    unknown: "The console met an error of its own. Reload the page.",
  },
} as const
