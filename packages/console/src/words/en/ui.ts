/** The words of components that many pages share. */
export default {
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  secretOnce: "This is shown only now. Copy it and store it in a safe place.",
  secretStored: "I have stored it",
  done: "Done",
} as const
