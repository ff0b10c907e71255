/** The engine is loaded by Node itself: it has native code and threads, which no bundler follows. */
export default {
  serverExternalPackages: ["@annotary/core", "@annotary/http", "@annotary/storage-sqlite"],
  // Addresses of the API end with a slash.
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  experimental: { turbopackFileSystemCacheForBuild: false },
}
