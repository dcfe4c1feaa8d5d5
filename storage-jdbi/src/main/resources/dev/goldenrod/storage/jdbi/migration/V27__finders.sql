-- rows are found by what they hang on, without a look at all rows of an organisation
create index databases_by_parent on databases (parent_id);
create index databases_by_source on databases (source_id, endpoint);
create index databases_by_snapshot on databases (snapshot_id, endpoint);
create index databases_by_golden on databases (golden_id, endpoint);
create index databases_by_cluster on databases (cluster_id);
create index databases_by_owner on databases (owner_id, org_id, deleted_at, goal);
create index databases_by_deletion on databases (org_id, deleted_at, goal);
create index databases_by_deleted_name on databases (org_id, deleted_name);
create index database_snapshots_by_org on database_snapshots (org_id, phase);
create index database_snapshots_by_cluster on database_snapshots (cluster_id);
create index instances_by_cluster on instances (cluster_id);
create index goldens_by_deletion on goldens (org_id, deleted_at);
create index golden_versions_by_handle on golden_versions (handle);
create index imports_by_end on imports (org_id, finished_at);
