/** Words of databases whose statements join all tables. */

export const areWebhooksEnabled = (owner: string): string =>
  `(SELECT u.webhooks_enabled FROM users u WHERE u.username = ${owner})`

export const isLiveDataset = (dataset: string): string =>
  `EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${dataset} AND d.deleted_at IS NULL)`
