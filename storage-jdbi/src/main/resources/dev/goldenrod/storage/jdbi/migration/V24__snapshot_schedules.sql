create table snapshot_schedules (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  database_id uuid not null,
  cron varchar not null,
  keep int not null,
  next_at timestamp(3) with time zone not null,
  message varchar not null,
  created_at timestamp(3) with time zone not null,
  revision bigint not null,
  constraint snapshot_schedules_database unique (database_id)
);

create table scheduled_snapshots (
  snapshot_id uuid not null primary key references database_snapshots (id) on delete cascade,
  schedule_id uuid not null references snapshot_schedules (id) on delete cascade
);

create index scheduled_snapshots_by_schedule on scheduled_snapshots (schedule_id);
