create table orgs (
  id uuid not null primary key,
  name varchar not null,
  created_at timestamp(3) with time zone not null,
  constraint orgs_name unique (name)
);

create table users (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  email varchar not null,
  display_name varchar not null,
  role varchar not null,
  status varchar not null,
  password_hash varchar,
  created_at timestamp(3) with time zone not null,
  constraint users_email unique (org_id, email)
);

create table access_tokens (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  user_id uuid not null,
  kind varchar not null,
  name varchar not null,
  sha256 varchar not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  constraint access_tokens_hash unique (sha256),
  constraint access_tokens_user foreign key (user_id) references users (id) on delete cascade
);

create index access_tokens_by_user on access_tokens (user_id);

create table clusters (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  name varchar not null,
  kind varchar not null,
  data_plane_identity varchar not null,
  agent_token_sha256 varchar,
  last_seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint clusters_name unique (org_id, name),
  constraint clusters_identity unique (org_id, data_plane_identity)
);

create table invites (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  email varchar not null,
  role varchar not null,
  sha256 varchar not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint invites_hash unique (sha256)
);

create index invites_by_org on invites (org_id);

create table quotas (
  org_id uuid not null primary key,
  max_instances_per_user int not null,
  max_instances_per_org int not null
);

create table goldens (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  name varchar not null,
  substrate varchar not null,
  share_scope varchar not null,
  state varchar not null,
  created_at timestamp(3) with time zone not null,
  revision bigint not null,
  constraint goldens_name unique (org_id, name)
);

create table golden_versions (
  golden_id uuid not null,
  version_number int not null,
  status varchar not null,
  source_ref varchar not null,
  handle varchar not null,
  size_bytes bigint not null,
  cluster_id uuid,
  created_at timestamp(3) with time zone not null,
  primary key (golden_id, version_number),
  constraint golden_versions_golden foreign key (golden_id) references goldens (id)
    on delete cascade
);

create table sources (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  kind varchar not null,
  config text not null,
  scoped_creds_ref varchar not null,
  created_at timestamp(3) with time zone not null
);

create index sources_by_org on sources (org_id);

create table imports (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  source_id uuid,
  golden_id uuid not null,
  golden_name varchar not null,
  golden_version int not null,
  cluster_id uuid not null,
  phase varchar not null,
  message varchar not null,
  progress_done bigint,
  progress_total bigint,
  progress_unit varchar,
  warnings text not null,
  size_bytes bigint not null,
  pg_major int not null,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  revision bigint not null,
  constraint imports_source foreign key (source_id) references sources (id) on delete set null
);

create index imports_by_org on imports (org_id);
create index imports_by_source on imports (source_id);
create index imports_by_golden on imports (golden_id);

create table instances (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  owner_id uuid not null,
  cluster_id uuid not null,
  pool_id uuid,
  golden_id uuid not null,
  golden_name varchar not null,
  golden_version int not null,
  namespace varchar not null,
  instance_size varchar not null,
  ttl_seconds bigint not null,
  expires_at timestamp(3) with time zone not null,
  reset_generation int not null,
  clone_generation int not null,
  desired_state varchar not null,
  phase varchar not null,
  endpoint varchar not null,
  message varchar not null,
  created_at timestamp(3) with time zone not null,
  revision bigint not null
);

create index instances_by_org on instances (org_id, desired_state, pool_id);
create index instances_by_owner on instances (owner_id, org_id, desired_state, pool_id);
create index instances_by_golden on instances (golden_id);
create index instances_by_pool on instances (pool_id);

create table pools (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  golden_id uuid not null,
  golden_name varchar not null,
  golden_version int not null,
  instance_size varchar not null,
  target int not null,
  created_at timestamp(3) with time zone not null
);

create index pools_by_org on pools (org_id);
create index pools_by_golden on pools (golden_id);

create table audit_events (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  action varchar not null,
  actor_id uuid,
  target varchar not null,
  metadata text not null,
  created_at timestamp(3) with time zone not null
);

create index audit_events_by_org on audit_events (org_id, seq);

create table kept_answers (
  user_id uuid not null,
  idempotency_key varchar not null,
  request varchar not null,
  status int not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  primary key (user_id, idempotency_key)
);

create index kept_answers_by_age on kept_answers (created_at);

create table work_items (
  resource_id uuid not null primary key,
  org_id uuid not null,
  kind varchar not null,
  cluster_id uuid,
  due_at timestamp(3) with time zone not null,
  attempts int not null,
  lease_owner varchar,
  lease_until timestamp(3) with time zone,
  revision bigint not null
);

create index work_items_by_due on work_items (due_at);
create index work_items_by_owner on work_items (lease_owner);
